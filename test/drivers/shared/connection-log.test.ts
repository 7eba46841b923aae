// What the log of a connection contains: each loss once with its reason, and each return once.
import { expect, it } from 'vitest';
import { ConnectionLog } from '../../../adapters/drivers/shared/connection-log.js';
import { silent } from '../../../features/support/silent-log.js';

it('has each loss and each return once, and no return without a loss', () => {
  const entries: unknown[] = [];
  const note =
    (level: string) =>
    (message: string, fields?: object): void =>
      void entries.push([level, message, fields]);
  const log = { ...silent, warn: note('warn'), info: note('info') };
  const connection = new ConnectionLog({ id: 'relays', log }, { host: 'device', port: 9 });
  connection.back();
  connection.lost('refused');
  connection.lost('timed out');
  connection.back();
  connection.back();
  connection.lost(undefined);
  const lost = (reason: string | undefined) => [
    'warn',
    'a connection is lost',
    { connection: 'relays', host: 'device', port: 9, reason },
  ];
  expect(entries).toEqual([
    lost('refused'),
    ['info', 'a connection is back', { connection: 'relays' }],
    lost(undefined),
  ]);
});
