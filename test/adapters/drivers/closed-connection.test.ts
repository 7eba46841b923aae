// What simulated equipment does with commands that wait in a connection when its client closes it.
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import type { ConnectionProtocol } from '../../../infra/service/connection-drivers.js';
import { type ConnectionBench } from './bench.js';
import { openBench } from './closed-bench.js';
import { lineOf } from './shared/templates/templates.js';

const signal = 'sig-1';

/** The frame that writes coil 0. */
const coil = (on: boolean): Buffer => Buffer.from([0, 1, 0, 0, 0, 6, 1, 5, 0, 0, on ? 0xff : 0, 0]);

/** Studios with a relay, and the commands on and off. */
const equipment: readonly (readonly [ConnectionProtocol, () => Promise<ConnectionBench>, string | Buffer])[] = [
  [
    'tcp',
    () => openBench('tcp', { settings: { delimiter: '\n' }, lines: { [signal]: lineOf('tcp', 1) } }),
    'RELAY 1 ON\nRELAY 1 OFF\n',
  ],
  ['modbus', () => openBench('modbus', { lines: { [signal]: { coil: 0 } } }), Buffer.concat([coil(true), coil(false)])],
];

it.each(equipment)('%s equipment drops them', async (_protocol, open, commands) => {
  const opened = await open();
  const executed = (): readonly unknown[] => opened.studio.commands().map(({ command }) => command);
  const client = connect(opened.port, '127.0.0.1');
  opened.setFault({ type: 'lost' });
  client.write(commands);
  await opened.passUntil('the first command has arrived', () => executed().length > 0);
  await opened.pass(100);
  expect(executed()).toEqual([{ type: 'switch', on: true }]);
  const closed = new Promise((resolve) => client.once('close', resolve));
  client.destroy();
  await closed;
  await opened.pass(100);
  opened.setFault(null);
  await opened.pass(1_000);
  expect(executed()).toEqual([{ type: 'switch', on: true }]);
});
