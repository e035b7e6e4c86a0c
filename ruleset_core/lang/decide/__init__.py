"""The deciding step: a lowered program becomes code over whole numbers (`lang/code`).

All that is decided about how a game runs is decided here: what is worked out when the game is loaded, what is looked up in
a table, what is written out, what becomes a function, and where everything lies.

`decide.decide` does it. Its parts use each other through one `build.Build`:

- `fixed`, `tables`: expressions over fixed facts alone;
- `places`: where values and zones lie; `exprs`, `operations`, `questions`, `selections`, `defines`: expressions;
- `functions`: what is moved out into a function of its own, and with which parameters;
- `effects`, `gains`: statements; `reach`: which gains nobody on the way can answer;
- `blocks`, `options`: blocks and how one leads to another; `layout`: how large a state is;
"""
