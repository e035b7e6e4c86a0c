"""The intermediate program as a WebAssembly module: encoder, printer, and the runtime that stands beside the printed code."""
