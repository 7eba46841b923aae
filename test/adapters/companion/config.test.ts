// The settings of a connection: what they may be, and what is wrong with them.
import { describe, expect, it } from 'vitest';
import { accessOf, configFields } from '../../../adapters/companion/config.js';

describe('the settings', () => {
  it('accept an address, a name, and a URL', () => {
    const urlOf = (host: string): string => {
      const access = accessOf({ host, port: 3002, token: ' svc_x ' });
      return typeof access === 'string' ? access : `${String(access.url)} ${access.token ?? ''}`;
    };
    expect(urlOf('192.168.1.10')).toBe('http://192.168.1.10:3002/ svc_x');
    expect(urlOf(' studio.local ')).toBe('http://studio.local:3002/ svc_x');
    expect(urlOf('fd00::1')).toBe('http://[fd00::1]:3002/ svc_x');
    expect(urlOf('[fd00::1]')).toBe('http://[fd00::1]:3002/ svc_x');
    expect(urlOf('https://studio.example')).toBe('https://studio.example/ svc_x');
    expect(urlOf('HTTP://Studio.example:81')).toBe('http://studio.example:81/ svc_x');
  });

  it('of a new connection have the port 3002, and no token', () => {
    expect(accessOf({ host: 'studio' })).toEqual({ url: new URL('http://studio:3002'), token: '' });
    const defaults = configFields().map((field) => [field.id, 'default' in field ? field.default : undefined]);
    expect(Object.fromEntries(defaults)).toEqual({ host: '127.0.0.1', port: 3_002, token: '' });
    expect(configFields()).toContainEqual(expect.objectContaining({ id: 'port', min: 1, max: 65_535 }));
  });

  it('name what is wrong, and contain no token', () => {
    expect(accessOf({})).toMatch(/^Enter the name or address/);
    expect(accessOf({ host: 'a b' })).toMatch(/^"a b" is no name or address/);
    expect(accessOf({ host: 'ftp://a' })).toMatch(/is no name or address/);
    const wrong = accessOf({ host: 'a', token: 'svc_ü' });
    expect(wrong).toMatch(/^The token has characters/);
    expect(wrong).not.toContain('ü');
  });

  it('contain no password, and a message repeats none', () => {
    const hosts = ['http://:secret@studio.example', ':secret@studio.example', 'http://op:secret@studio.example'];
    for (const host of [...hosts, 'op:secret@studio.example', 'op@secret', 'ftp://op:secret@studio.example']) {
      const access = accessOf({ host });
      expect(access).toMatch(/^The address contains a user name or a password; expected one such as/);
      expect(access).not.toContain('secret');
    }
  });
});
