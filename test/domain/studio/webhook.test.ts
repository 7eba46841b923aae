// The webhooks of a studio file.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { formatIssues } from '../../../domain/codec/issues.js';
import { readStudioLayout } from '../../../domain/studio/layout.js';
import { keysIn } from '../../../domain/studio/webhook-secret.js';
import { hasChosen, hostOf, type WebhookDefinition } from '../../../domain/studio/webhook.js';
import { demoStudio } from '../../../simulator/demo-studio.js';

const webhook: WebhookDefinition = {
  id: 'newsroom',
  url: 'https://hooks.example.com:8443/studio?key=1',
  secretFile: '/etc/studio-control/newsroom.secret',
};

const issuesOf = (...webhooks: readonly unknown[]): string => {
  const read = readStudioLayout({ ...demoStudio, webhooks });
  return E.isLeft(read) ? formatIssues(read.left) : '';
};

describe('@WEBHOOK-1: webhooks in a studio file', () => {
  it.each([
    ['the necessary fields', {}],
    ['http', { url: 'http://127.0.0.1:8080' }],
    ['events and authorities', { events: ['alarm.raised', 'as_run.entry'], caFile: '/etc/ca.pem' }],
    ['a path of Windows', { secretFile: String.raw`C:\studio\newsroom.secret` }],
  ])('may have %s', (_, changes) => {
    expect(issuesOf({ ...webhook, ...changes })).toBe('');
  });

  it.each([
    [{ url: 'ftp://example.com' }, 'webhooks[0].url: expected a URL that begins with https:// or http://'],
    [{ url: 'https://' }, 'webhooks[0].url: expected a URL that begins with https:// or http://'],
    [{ url: 'https://ada@example.com' }, 'webhooks[0].url: expected a URL without a user name and a password'],
    [{ url: 'https://:pass@example.com' }, 'webhooks[0].url: expected a URL without a user name and a password'],
    [{ url: 'https://example.com/#part' }, 'webhooks[0].url: expected a URL without a fragment'],
    [{ secretFile: 'newsroom.secret' }, 'webhooks[0].secretFile: expected the absolute path of a file'],
    [{ events: [] }, 'webhooks[0].events: expected a list of at least one event'],
    [{ events: ['alarm.raised', 'alarm.raised'] }, 'no two have the same name'],
    [{ events: ['test'] }, 'webhooks[0].events[0]: expected one of alarm.raised, '],
    [{ secret: 'whsec_' }, 'webhooks[0].secret: expected no such field'],
  ])('with %j have an issue', (changes, expected) => {
    expect(issuesOf({ ...webhook, ...changes })).toContain(expected);
  });

  it('@WEBHOOK-12: show no URL in an issue', () => {
    expect(issuesOf({ ...webhook, url: 'https://ada:swordfish@example.com' })).not.toContain('swordfish');
  });

  it('are at most 20, each with another id', () => {
    const all = Array.from({ length: 20 }, (_, index) => ({ ...webhook, id: `hook-${String(index)}` }));
    expect(issuesOf(...all)).toBe('');
    expect(issuesOf(...all, webhook)).toContain('webhooks: expected at most 20 entries');
    expect(issuesOf(webhook, webhook)).toContain('webhooks: expected a list in which no two have the same id');
  });
});

describe('a webhook', () => {
  it('chooses all events or some', () => {
    expect(hasChosen(webhook, 'studio.on_air')).toBe(true);
    expect(hasChosen({ ...webhook, events: ['alarm.raised'] }, 'studio.on_air')).toBe(false);
  });

  it('@WEBHOOK-12: is named by its host', () => {
    expect(hostOf(webhook)).toBe('hooks.example.com:8443');
  });
});

const secret = (bytes: number, fill = 7): string => `whsec_${Buffer.alloc(bytes, fill).toString('base64')}`;

describe('@WEBHOOK-3: the secrets of a webhook', () => {
  it.each([
    ['one', secret(24), [24]],
    ['two while they are exchanged', `${secret(32)}\r\n\n ${secret(64)} \n`, [32, 64]],
    ['one whose base64 isn’t filled up', secret(32).replace('=', ''), [32]],
  ])('are %s', (_, content, lengths) => {
    const keys = keysIn(content);
    expect(E.isRight(keys) && keys.right.map((key) => key.length)).toEqual(lengths);
    expect(E.isRight(keys) && keys.right.flatMap((key) => [...key]).every((octet) => octet === 7)).toBe(true);
  });

  it.each([
    ['empty', ''],
    ['without a prefix', secret(24).slice(6)],
    ['too short', secret(23)],
    ['too long', secret(65)],
    ['no base64', `whsec_${'!'.repeat(32)}`],
    ['longer than base64 can be', `whsec_${'A'.repeat(33)}`],
    ['base64 with bits that no octet has', `whsec_${'A'.repeat(42)}B`],
    ['one of three', [secret(24), secret(24), secret(24)].join('\n')],
  ])('can’t be %s, which isn’t shown', (_, content) => {
    expect(keysIn(content)).toEqual(
      E.left('one secret, or two on lines of their own: whsec_ and the base64 of 24 to 64 bytes'),
    );
  });
});
