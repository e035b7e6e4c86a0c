"""The formats of what leaves the engine: what a scene is made of, what a story and an account tell. The schemas are made from them."""
