// The settings of TCP connections: what can't be sent is refused with the studio file.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { TcpSettings } from '../../../../adapters/drivers/tcp/settings.js';
import { escapeFor, textProtocol } from '../../../../adapters/drivers/shared/templates/text-protocol.js';

const isAccepted = (settings: object): boolean =>
  E.isRight(TcpSettings.decode({ host: '127.0.0.1', port: 23, ...settings }));

describe('an opening with a password', () => {
  it('needs the file with the password', () => {
    expect(isAccepted({ opening: ['LOGIN {password}'] })).toBe(false);
    expect(isAccepted({ opening: ['LOGIN {password}'], passwordFile: '/etc/password' })).toBe(true);
    expect(isAccepted({ opening: ['HELLO', 'LOGIN {password}'] })).toBe(false);
    expect(isAccepted({ opening: ['HELLO'] })).toBe(true);
    expect(isAccepted({ opening: [] })).toBe(true);
  });
});

describe('Latin-1', () => {
  it('lacks characters of a template, which is not sent then', () => {
    const { fill } = textProtocol(escapeFor(undefined, {}, 'latin1'), 'latin1');
    expect(fill('SAY Ü', {})).toEqual(E.right('SAY Ü'));
    expect(fill('SAY č', {})).toEqual(E.left('its template contains characters that latin1 lacks'));
  });
});
