// WebAssembly of games for Python that itself runs in WebAssembly (Pyodide): a module and its instances, called from `javascript_host.py`.
//
// Python cannot look into the memory of a game, so it keeps a copy of it in its own. Before a call the copy is written to the memory of the
// game, afterwards it is read from there:
//
//     python    mirror at address 0x5f0000 of the heap, 65536 bytes; the record at 1024 is changed there
//     call      game memory <- mirror; apply(1024, 5); mirror <- game memory
//     python    reads the result from the same mirror

const KINDS = [
  ["unreachable", "unreachable"],
  ["out of bounds", "memory"],
  ["divide by zero", "division"],
  ["division by zero", "division"],
  ["call stack", "stack"],
  ["recursion", "stack"],
];

/** What Python imports as `ruleset_host`. `heap`: gives the bytes of Python's memory, which are others after it has grown. */
export function makeHost(heap) {
  return {
    compileModule: (bytes) => new WebAssembly.Module(bytes),

    /** An instance: `shared` is that whose exports the module imports as `game`. `hooks`: functions by module and name. */
    instantiate(module, shared, hooks) {
      const imports = shared ? { game: shared.exports } : {};
      for (const [from, name, call] of hooks) {
        imports[from] ??= {};
        imports[from][name] = call;
      }
      return new WebAssembly.Instance(module, imports);
    },

    /** The memory of an instance beside its mirror, which begins at `address` of the heap. */
    memory(instance, address) {
      const { memory } = instance.exports;
      const bytes = () => new Uint8Array(memory.buffer);
      const mirror = () => heap().subarray(address, address + memory.buffer.byteLength);
      return {
        size: () => memory.buffer.byteLength,
        grow: (pages) => memory.grow(pages) * 65536,
        push: () => bytes().set(mirror()),
        pull: () => heap().set(bytes(), address),
      };
    },

    /** An exported function for Python. `wide`: for each parameter, whether it has 64 bits. It gives `[result]`, or `[kind, message]` of what stopped it. */
    caller(instance, name, wide, memory) {
      const call = instance.exports[name];
      const given = [...wide].map((each) => (each ? BigInt : (value) => Number(BigInt.asIntN(32, BigInt(value)))));
      return (...values) => {
        memory.push();
        try {
          return [call(...given.map((convert, place) => convert(values[place]))) ?? 0];
        } catch (error) {
          if (error instanceof RangeError) return ["stack", error.message];
          if (!(error instanceof WebAssembly.RuntimeError)) return ["host", String(error.message)];
          return [KINDS.find(([part]) => error.message.includes(part))?.[1] ?? "other", error.message];
        } finally {
          memory.pull();
        }
      };
    },
  };
}
