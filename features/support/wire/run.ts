// Runs the features of the devices that each protocol serves, against the protocol's simulated equipment. Reports all failures.
// Arguments are further folders or files of features, such as features/macros.
import { spawnSync } from 'node:child_process';
import { wireAttachments, type WireAttachments } from './attachments.js';

/** What runs over every protocol besides. */
const more = process.argv.slice(2);

const foldersFor = ({ line, head, player }: WireAttachments): readonly string[] => [
  ...(line ? ['features/signals'] : []),
  ...(head ? ['features/cameras'] : []),
  ...(player ? ['features/outputs'] : []),
  ...more,
];

/** Whether the features hold over a protocol. */
const holdsOver = (protocol: string, attachments: WireAttachments): boolean => {
  console.log(`features over ${protocol}`);
  const env = { ...process.env, WIRE: protocol, NODE_OPTIONS: '--import tsx' };
  const { status } = spawnSync('cucumber-js', ['--profile', 'wire', ...foldersFor(attachments)], {
    env,
    stdio: 'inherit',
  });
  return status === 0;
};

const failed = Object.entries(wireAttachments).filter(([protocol, attachments]) => !holdsOver(protocol, attachments));

for (const [protocol] of failed) console.error(`failed over ${protocol}`);
process.exitCode = failed.length === 0 ? 0 : 1;
