// Opens connections from one address, in a process of its own. Arguments: port, number, address, and the shape of the
// flood: `hold` reopens a closed connection after a second, `reconnect` at once. Prints a line once all were opened.
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';

const [port, count, localAddress, shape] = process.argv.slice(2) as [string, string, string, string];
const pauseMs = shape === 'hold' ? 1_000 : 0;

setPriority(constants.priority.PRIORITY_NORMAL);

/** How many connections are opened between two turns of the event loop. */
const batch = 50;

let [opened, closed] = [0, 0];

/** The ports to connect from, each in turn: the kernel's own search for a free one is slow when many are in use. */
const [firstPort, lastPort] = [5_000, 65_000];
let localPort = firstPort;

const open = (): void => {
  localPort = localPort === lastPort ? firstPort : localPort + 1;
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress, localPort });
  socket.on('connect', () => (opened += 1));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    closed += 1;
    setTimeout(open, pauseMs);
  });
};

const openFrom = (at: number): void => {
  for (let next = at; next < Math.min(at + batch, Number(count)); next += 1) open();
  if (at + batch < Number(count)) setImmediate(openFrom, at + batch);
};
openFrom(0);

// Connections that wait in the backlog count as opened here.
const report = setInterval(() => {
  if (opened < Number(count) / 2) return;
  clearInterval(report);
  process.stdout.write('flooding\n');
}, 100);

process.stdin
  .on('data', () => process.stdout.write(`${JSON.stringify({ opened, closed })}\n`))
  .on('end', () => {
    process.exit(0);
  });
