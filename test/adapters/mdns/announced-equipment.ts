// Opens simulated equipment on fixed ports of the address in the first argument, discovers what is announced, and prints the result as JSON.
import { SystemClock } from '../../../adapters/node/clock.js';
import { discoverAnnounced } from '../../../infra/studio-file/discover.js';
import { connectionFaces } from '../../../infra/simulated/connection-faces.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';

const devices = simulatedStudio(demoStudio, new SystemClock());
const attachments = { lines: new Map(), heads: new Map(), players: new Map(), selections: [] };
const face = connectionFaces.mqtt({ settings: {}, attachments, devices });
await face.listen(1_883, process.argv[2] ?? '127.0.0.1');
console.log(JSON.stringify(await discoverAnnounced()));
devices.stop();
await face.close();
