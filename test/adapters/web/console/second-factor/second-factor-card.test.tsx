// The second factor of an operator: set up, replaced and turned off.
import { beforeEach, expect, it } from 'vitest';
import { SecondFactorCard } from '../../../../../adapters/web/console/second-factor/second-factor-card.js';
import { enter, errors, noDialog, press, show, shows } from '../../page-bench.js';
import { refused, replied, server } from '../../page-server.js';
import { signedIn } from '../fixtures.js';

const reads = (): number => server.calls().filter((call) => call === 'GET /session').length;

beforeEach(() => {
  server.reply('POST /session/second-factor', { address: 'otpauth://totp/x', secret: 'ABCDEFGHIJ' });
  show(<SecondFactorCard />, { answers: [signedIn({ secondFactor: 'on' })] });
});

it('a second factor is replaced with codes of both apps, and counts once the recovery codes are saved', async () => {
  await press('Replace');
  await shows('ABCD EFGH IJ');
  enter('Code that the new app shows', '123456');
  enter('Code of your present app', '654321');
  enter('Your password', 'secret');
  server.answer(
    'PUT /session/second-factor',
    () => refused(400, 'wrong code'),
    () => replied({ recoveryCodes: ['r1', 'r2'] }),
  );
  await press('Turn on');
  await shows('Wrong code.');
  await press('Turn on');
  await shows('r1');
  const body = { password: 'secret', secret: 'ABCDEFGHIJ', code: '123456', currentCode: '654321' };
  expect(server.changes().map(([call]) => call)).toEqual([
    'POST /session/second-factor',
    ...['PUT /session/second-factor', 'PUT /session/second-factor'],
  ]);
  expect(server.changes().at(-1)?.[1]).toEqual(body);
  const before = reads();
  await press('I have saved them');
  await noDialog();
  expect(reads()).toBe(before + 1);
});

it('a second factor is turned off with a code and the password', async () => {
  server.reply('POST /session/second-factor/remove', undefined);
  await press('Turn off');
  enter('Code', '12345');
  await press('Turn off');
  expect(errors()).toHaveLength(2);
  enter('Code', '123456');
  enter('Your password', 'secret');
  const before = reads();
  await press('Turn off');
  await noDialog();
  expect(server.changes().at(-1)?.[1]).toEqual({ currentCode: '123456', password: 'secret' });
  expect(reads()).toBe(before + 1);
});
