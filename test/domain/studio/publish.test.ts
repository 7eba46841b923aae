// The section of the studio file about the published state.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { formatIssues } from '../../../domain/codec/issues.js';
import { readStudioLayout } from '../../../domain/studio/layout.js';
import { portOf } from '../../../domain/studio/broker.js';
import { findPublishedIds, showsServerId } from '../../../domain/studio/publish.js';
import { demoStudio } from '../../../simulator/demo-studio.js';

const section = { host: 'broker.local', prefix: 'studio-one' };

const issuesOf = (publish: unknown, others: object = {}): string => {
  const read = readStudioLayout({ ...demoStudio, ...others, publish });
  return E.isLeft(read) ? formatIssues(read.left) : '';
};

describe('@PUBLISH-1: the section', () => {
  it.each([
    section,
    { ...section, homeAssistant: {} },
    {
      ...{ host: '10.0.0.5', port: 8_883, tls: { caFile: '/etc/ca.pem' }, username: 'studio' },
      ...{ passwordFile: '/etc/password', clientId: 'studio', protocolVersion: 'v3.1.1', prefix: 'site/studio one' },
      homeAssistant: { discoveryPrefix: 'ha' },
    },
  ])('accepts %j', (publish) => {
    expect(issuesOf(publish)).toBe('');
  });

  it.each<readonly [unknown, string]>([
    [{ host: 'broker' }, 'publish.prefix: expected'],
    [{ prefix: 'a' }, 'publish.host: expected'],
    ...['', 'a/#', '+/a', '$SYS/a', '/a', 'a/', 'a//b', 'x'.repeat(129)].map(
      (prefix) => [{ ...section, prefix }, 'publish.prefix: expected'] as const,
    ),
    ...['homeassistant', 'homeassistant/one'].map(
      (prefix) =>
        [{ ...section, prefix }, 'publish.prefix: expected a topic that is not that of Home Assistant'] as const,
    ),
    [
      { ...section, prefix: 'ha', homeAssistant: { discoveryPrefix: 'ha/devices' } },
      'publish.prefix: expected a topic',
    ],
    [{ ...section, passwordFile: 'secret' }, 'publish.passwordFile: expected the absolute path of a file'],
    [{ ...section, statusTopic: 'a' }, 'publish.statusTopic'],
    [{ ...section, homeAssistant: true }, 'publish.homeAssistant: expected'],
    [{ ...section, homeAssistant: { discoveryPrefix: '#' } }, 'publish.homeAssistant.discoveryPrefix: expected'],
    [{ ...section, homeAssistant: { prefix: 'ha' } }, 'publish.homeAssistant.prefix'],
    ['broker', 'publish: expected'],
  ])('names what is wrong in %j', (publish, message) => {
    expect(issuesOf(publish)).toContain(message);
  });
});

it.each([
  [{ ...section, prefix: 'site/4711-ab' }, 'publish.prefix'],
  [{ ...section, clientId: 'client-4711-AB' }, 'publish.clientId'],
  [{ ...section, homeAssistant: { discoveryPrefix: '4711-AB' } }, 'publish.homeAssistant.discoveryPrefix'],
])('@PUBLISH-6: what is shown at the broker does not contain the id of the studio: %j', (publish, path) => {
  const issues = issuesOf(publish, { id: '4711-ab', serverId: 'server-7' });
  expect(issues).toContain(`${path}: expected a text that does not contain the id of the studio`);
  expect(issues.toLowerCase()).not.toContain('4711-ab');
  expect(showsServerId(publish, '4711-ab')).toBe(true);
});

it('@PUBLISH-6: an editor who guesses the serverId is answered nothing', () => {
  expect(issuesOf({ ...section, prefix: 'server-7' }, { serverId: 'server-7' })).toBe('');
  expect(showsServerId(section, 'server-7')).toBe(false);
});

it.each([undefined, '', 1])('a studio with the id %j gets no issue about its section', (id) => {
  expect(findPublishedIds({ id, publish: section })).toEqual([]);
});

it.each([
  [1_883, {}],
  [8_883, { tls: {} }],
  [1_884, { port: 1_884 }],
  [8_884, { port: 8_884, tls: {} }],
])('the port is %i for %j', (port, settings) => {
  expect(portOf(settings)).toBe(port);
});
