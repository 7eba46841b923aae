// The tokens of a recorded configuration, the replaced ones included: a recording has only hashes of tokens that it makes.
import { expect, it } from 'vitest';
import { knownSecrets, withMadeTokens } from '../../../infra/simulated/session/beginning.js';
import { aliases, madeSecret, withMadeSecrets } from '../../../simulator/session/aliases.js';
import { configuration, hashToken, panel, token } from '../../domain/fixtures.js';

const oldToken = (digit: number) =>
  ({ tokenHash: hashToken(token(digit)), state: 'active', endsAt: '2021-03-02T12:00:00.000Z' }) as const;

const recorded = configuration({
  devices: [
    { ...panel, oldToken: oldToken(2) },
    { ...panel, id: 'other', tokenHash: hashToken(token(3)) },
    { ...panel, id: 'third', tokenHash: hashToken(token(4)), oldToken: oldToken(5) },
  ],
});

it('@REPLAY-2: each token of a device, also the one before, becomes the token that its alias stands for', () => {
  const made = aliases(knownSecrets(recorded));
  const { devices } = withMadeTokens(recorded, made);
  const hashOf = (digit: number) => hashToken(madeSecret(made.aliasOf(token(digit))));
  expect(devices.map((device) => [device.tokenHash, device.oldToken?.tokenHash ?? null])).toEqual([
    [hashOf(1), hashOf(2)],
    [hashOf(3), null],
    [hashOf(4), hashOf(5)],
  ]);
  const { oldToken: before } = devices[0] ?? {};
  expect(before).toMatchObject({ state: 'active', endsAt: '2021-03-02T12:00:00.000Z' });
  for (const digit of [1, 2, 3, 4, 5]) expect(JSON.stringify(devices)).not.toContain(hashToken(token(digit)));
});

it('every alias in a text becomes what it stands for, also the second time', () => {
  const [first, second] = [madeSecret('{token-1}'), madeSecret('{token-2}')];
  expect(withMadeSecrets('/a?token={token-1}&old={token-2}&again={token-1}&code={secret-12}')).toBe(
    `/a?token=${first}&old=${second}&again=${first}&code=secret-12`,
  );
  expect(withMadeSecrets('/a?token={token-}&name={other-1}')).toBe('/a?token={token-}&name={other-1}');
  const made = aliases(knownSecrets(recorded));
  const texts = ['one', token(7), 'two', 'one', '', token(1), token(7)];
  expect(texts.map((text) => made.aliasOf(text))).toEqual([
    ...['{secret-1}', '{token-6}', '{secret-2}', '{secret-1}', '', '{token-1}', '{token-6}'],
  ]);
});
