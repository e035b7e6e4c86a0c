"""From effects to blocks: everything cut where a player may be asked."""
