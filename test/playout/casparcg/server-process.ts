// A simulated CasparCG server as a process of its own, that can be killed. It tells its port once it listens, and on
// every message how many commands have reached it.
import { SystemClock } from '../../../adapters/node/clock.js';
import { mediaFile } from '../../../simulator/casparcg/media.js';
import { CasparcgServer } from '../../../simulator/casparcg/server.js';
import { commandLog } from '../../../simulator/command-log.js';
import { seededRandom } from '../../../simulator/random.js';

const clock = new SystemClock();
const log = commandLog(() => clock.now());
const identity = { id: 'casparcg', kind: 'player', name: 'CasparCG' } as const;
const media = [mediaFile('headlines', 90), mediaFile('jingle', 2)];
const world = { clock, log, random: seededRandom(process.pid), changed: () => undefined };
const server = new CasparcgServer({ identity, channels: 1, media }, world);

const { port } = await server.listen(Number(process.argv[2]), '127.0.0.1');
process.send?.({ port });
process.on('message', () => process.send?.({ commands: log.entries().length }));
process.on('disconnect', () => process.exit(0));
