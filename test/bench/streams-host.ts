// The service of the event stream benchmark, in a process of its own. Prints its port, then its memory and its number of
// open streams after each command on standard input. The command `revoke` revokes its device.
import { createInterface } from 'node:readline';
import { panel } from '../domain/fixtures.js';
import { startHttpService } from '../adapters/http/service.js';

const { port, composed, apply, close } = await startHttpService();
const print = (report: object): void => void process.stdout.write(`${JSON.stringify(report)}\n`);

print({ port });
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'revoke') apply({ devices: [{ ...panel, state: 'revoked' }] });
  if (line === 'collect') globalThis.gc?.();
  if (line === 'end') void close().then(() => process.exit(0));
  else print({ memory: process.memoryUsage().rss, streams: composed.events.streams() });
});
