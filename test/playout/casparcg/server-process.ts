// A simulated CasparCG server as a process of its own, that can be killed: told its port (0 for any) and its files as
// `name:seconds` with commas between. It tells its port once it listens, and on every message how many commands have
// reached it.
import { SystemClock } from '../../../adapters/node/clock.js';
import { mediaItem } from '../../../simulator/casparcg/media.js';
import { CasparcgServer } from '../../../simulator/casparcg/server.js';
import { commandLog } from '../../../simulator/command-log.js';
import { seededRandom } from '../../../simulator/random.js';

const [wanted, files = 'headlines:90,jingle:2'] = process.argv.slice(2);

const clock = new SystemClock();
const log = commandLog(() => clock.now());
const identity = { id: 'casparcg', kind: 'player', name: 'CasparCG' } as const;
const media = files.split(',').map((one) => {
  const [name = '', seconds] = one.split(':');
  return mediaItem(name, Number(seconds));
});
const world = { clock, log, random: seededRandom(process.pid), changed: () => undefined };
const server = new CasparcgServer({ identity, channels: 1, media }, world);

const { port } = await server.listen(Number(wanted), '127.0.0.1');
process.send?.({ port });
process.on('message', () => process.send?.({ commands: log.entries().length }));
process.on('disconnect', () => process.exit(0));
