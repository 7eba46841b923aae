// The section of docs/performance.md that states why the programs are built and started as they are.

/** Markdown of the section. Its figures were measured when each choice was made, beside the program without it. */
export const choices = `## Choices behind the figures

Each figure was measured when the choice was made, in rounds that alternate with the program without it. Speed is compared by processor
time, because answers per second depend on what else the machine does and on the generator of the load. Time that a call waits, such as
for the disk, isn't in that comparison.

### Flags of Node

All installations start Node with the same flags:

| Flag | Why | Effect |
| --- | --- | --- |
| \`--max-semi-space-size=4\` | What drivers receive is garbage a moment later. Node lets its young generation grow to 32 MB and more: a service with 200 devices took 257 MB, of which 50 MB were in use. | About 60 MB less with 200 devices after a minute, 15 MB less without devices. |
| \`--heap-growing-percent=50\` | Node lets its old generation grow up to fourfold. 15 % took 11 MB less with 200 devices, but each collection visits the whole heap: a read cost 1.6 times as much with 1,000 open event streams, and 1.1 times without the flag. | With 1,000 streams a read costs a fifth less than with 15 %; 200 devices take 2 to 8 MB more, and less processor time. |
| \`--no-allocation-site-pretenuring\` | While 1,000 streams are opened, the objects of their requests survive. V8 then allocates those of every read in the old generation (1.4 KB each), which was collected 15 times as often: a read cost 1.3 times as much. | With 1,000 streams a read costs about as much as with one. |
| \`--no-parallel-scavenge\` | Of a young generation of 4 MB a tenth survives. Waking several threads takes longer than collecting alone. | A twentieth less for a read on one connection. |

Tried and left out: a young generation of 8 MB (0.99, 1.01 and 1.03 of the processor time with 1, 50 and 200 connections, and 5 MB more
under load), and one worker thread of V8 (0.98, 0.94 and 1.00).

### A call

- A handler of \`server.first\` takes over every request and finds the route with restify's router. restify's own preparation (six readings
  of the clock, four listeners, a date, an id) was a fifth of a read: a read costs a quarter less without it. Plugins in \`pre\` and \`use\`,
  and the events \`routed\` and \`after\`, have no effect.
- What may answer at once returns a value or a promise, and is awaited once; seven async functions stood in the way. At most 1,024 found
  routes are kept, of paths of at most 256 characters. The request log keeps times as numbers. A field that may be missing is written as
  \`undefined\` instead of spread. A read allocates 17 KB instead of 21 KB, and takes 0.89, 0.85 and 0.86 of the processor time with 1, 50
  and 200 connections.
- A connection keeps a request only until it has arrived and is answered, and at most 32 responses wait for the end of a turn. Some wait,
  because each response that is sent alone wakes its reader. With 200 connections, collections copy 0.7 KB instead of 3.6 KB for each
  answer and move 0.3 KB instead of 1.4 KB to the old generation. The 99th percentile had been 3 to 5 times that of bare restify. A call
  allocates 22 to 25 KB, one of bare restify 15 KB.

### Devices at rest

- A frame of CasparCG that differs from the last one in its number alone, and XML of vMix that equals the last, are not decoded. That was
  a third of what a service with 200 devices did. Bytes are compared, so no change is missed; a frame of several datagrams is always decoded.
- Questions over HTTP, 51 a second with 200 devices, keep their connection and use Node's client with one timer. The client of \`undici\`
  took a third less processor time for each, but 14 MB more for its parser in WebAssembly.

### Start

| Build | Processor time of a start | Memory at rest |
| --- | --- | --- |
| one file for each source | 501 ms | 104.7 MB |
| own code bundled, packages as they are | 395 ms | 106.4 MB |
| packages bundled too | 291 ms | 106.4 MB |
| the same, minified, with the names of all variables | 263 ms | 99.6 MB |
| the same, with characters beyond ASCII escaped | 263 ms | 96.0 MB |
| the names of functions and classes alone stay | 263 ms | 94.2 MB |

A health check takes 70 ms instead of 120. Before that, what isn't used at the start left it: 106 MB at rest instead of 117, of which a
bare Node takes 43, and a fifth less than 0.7 s of processor time.

- An \`import\` of values of \`node:http\` loads Node's \`fetch\` and WebSocket (14 MB, 50 ms), so it is loaded with \`createRequire\`. The entry
  point of restify loads all plugins (16 MB, 70 ms), so its server and router are loaded alone, at an exact version.
- jsmodbus, mqtt and ws are loaded when a connection needs them. The lint refuses an import of jsmodbus and of \`node:http\`.
- \`--enable-source-maps\` reads every map (4 MB, 130 ms). [mapped-stacks.ts](../infra/command-line/mapped-stacks.ts) reads the map of a module when a
  stack trace names it. Traces of packages, and of errors before the modules are loaded, name compiled lines.
- A second after the start, garbage is collected once and given back to the system: 98 MB at rest became 88, and 86 with one arena of malloc
  (\`MALLOC_ARENA_MAX=1\`), which images and packages set. It takes 50 ms, in which a call would wait.
- V8's cache of compiled code saves 100 ms of the start and takes 10 MB at rest: it stays unused.`;
