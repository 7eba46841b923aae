// Runs a simulated CasparCG server in a process that can be killed. Arguments: the port (0 for any), and its files as
// comma-separated `name:seconds`. It sends its port to the parent process when it listens. After the message `hide pictures`
// its OSC messages are lost. It replies to each message with the number of commands that it has received.
import { SystemClock } from '../../../../adapters/node/clock.js';
import { mediaItem } from '../../../../simulator/casparcg/media.js';
import { CasparcgServer } from '../../../../simulator/casparcg/server.js';
import { commandLog } from '../../../../simulator/command-log.js';
import { seededRandom } from '../../../../simulator/random.js';

const [requestedPort, files = 'headlines:90,jingle:2'] = process.argv.slice(2);

const clock = new SystemClock();
const log = commandLog(() => clock.now());
const identity = { id: 'casparcg', kind: 'player', name: 'CasparCG' } as const;
const media = files.split(',').map((file) => {
  const [name = '', seconds] = file.split(':');
  return mediaItem(name, Number(seconds));
});
const world = { clock, log, random: seededRandom(process.pid), changed: () => undefined };
const server = new CasparcgServer({ identity, channels: 1, media }, world);

const { port } = await server.listen(Number(requestedPort), '127.0.0.1');
process.send?.({ port });
process.on('message', (message) => {
  if (message === 'hide pictures') server.setOscFault({ type: 'silent' });
  process.send?.({ commands: log.entries().length });
});
process.on('disconnect', () => process.exit(0));
