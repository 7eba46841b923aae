// The service that the bench of event streams listens to, in a process of its own: tells its port, then how much memory
// it takes and how many streams are open, whenever it is asked; and revokes its device.
import { createInterface } from 'node:readline';
import { panel } from '../domain/fixtures.js';
import { startService } from '../http/service.js';

const { port, service, apply, close } = await startService();
const tell = (told: object): void => void process.stdout.write(`${JSON.stringify(told)}\n`);

tell({ port });
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'revoke') apply({ devices: [{ ...panel, state: 'revoked' }] });
  if (line === 'collect') globalThis.gc?.();
  if (line === 'end') void close().then(() => process.exit(0));
  else tell({ memory: process.memoryUsage().rss, streams: service.events.streams() });
});
