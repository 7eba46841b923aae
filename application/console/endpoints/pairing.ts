// Pairing: a screen that has made its own token becomes a control device. The token itself never reaches the console.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { pairingCode } from '../../../domain/access/pairing-code.js';
import type { KnownCaller } from '../../../domain/access/refused-callers.js';
import type { TokenHash } from '../../../domain/access/token.js';
import { described, refined, text } from '../../../domain/codec/codec.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { inStudio } from '../../../domain/console/requirement.js';
import { addDevice } from '../../../domain/devices/device.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { changeAndShow, NewDevice, OneDevice, type TokenPorts } from './device-change.js';
import { endpoint } from './endpoint.js';
import { findStudio, studioParameter } from './studio-access.js';

const codeForm = /^[0-9A-Z]{4}-?[0-9A-Z]{4}$/i;

const Code = described(
  refined(text(8, 9), (code) => codeForm.test(code), 'a code such as 7K3M-Q0XF'),
  { description: 'The code that the screen shows', examples: ['7K3M-Q0XF'] },
);

const PairedDevice = t.readonly(t.type({ ...NewDevice.type.props, code: Code }));

const plain = (code: string): string => code.replace('-', '').toUpperCase();

/** Returns the hash of the only token with a code among the refused callers (PAIRING-4). */
const tokenWith = (callers: readonly KnownCaller[], code: string): E.Either<Failure, TokenHash> => {
  const hashes = callers.flatMap(({ reasons = [] }) => reasons.flatMap(({ tokenHash }) => tokenHash ?? []));
  const [found, ...others] = new Set(hashes.filter((hash) => plain(pairingCode(hash)) === plain(code)));
  if (found === undefined)
    return E.left(
      failure('not_found', `no screen with the code ${code} has called; is its page open, on this studio?`),
    );
  return others.length === 0
    ? E.right(found)
    : E.left(
        failure('conflict', `${String(others.length + 1)} screens have the code ${code}: it says not which is meant`),
      );
};

export const pairControlDevice = endpoint({
  name: 'device.pair',
  summary:
    'Add a control device with the token that a screen has made: the one whose code is among the refused callers',
  intent: 'create',
  requires: inStudio('operator'),
  tagged: true,
  path: '/studios/:id/devices/pair',
  params: studioParameter,
  body: PairedDevice,
  result: OneDevice,
  run: async (ports: TokenPorts, { id }, context, { code, ...settings }) => {
    const found = await findStudio(ports, id);
    if (E.isLeft(found)) return found;
    const tokenHash = tokenWith(await ports.store.refusedCallers(id), code);
    if (E.isLeft(tokenHash)) return tokenHash;
    const ids = { id, device: ports.secrets.id() };
    const issued = { tokenHash: tokenHash.right, issuedAt: utcTime(ports.clock.now()) };
    return changeAndShow(ports, context, ids, addDevice(settings, ids.device, issued));
  },
});
