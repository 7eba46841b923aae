// Connections of a studio, and what is attached to them.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { formatIssues } from '../../../domain/codec/issues.js';
import { confirmedBy } from '../../../domain/studio/connection.js';
import { readStudioLayout } from '../../../domain/studio/layout.js';
import { demoStudio } from '../../../simulator/demo-studio.js';

const [signal] = demoStudio.signals;
const [camera] = demoStudio.cameras;
const [output] = demoStudio.outputs;

const attached = {
  ...demoStudio,
  macros: [],
  automations: [],
  connections: [{ id: 'hub', protocol: 'mqtt', host: 'broker' }],
  signals: [{ ...signal, line: { connection: 'hub', topic: 'lamp' } }],
  cameras: [{ ...camera, head: { connection: 'hub', preset: 1 } }],
  outputs: [{ ...output, player: { connection: 'hub', scene: 'live' } }],
};

const issuesOf = (changes: object): string => {
  const read = readStudioLayout({ ...attached, ...changes });
  return E.isLeft(read) ? formatIssues(read.left) : '';
};

describe('an attachment', () => {
  it('keeps the fields that only its driver knows', () => {
    expect(readStudioLayout(attached)).toEqual(E.right(attached));
  });

  it.each([
    [{ signals: [{ ...signal, line: { connection: 'bus' } }] }, 'signals[0].line.connection'],
    [{ cameras: [{ ...camera, head: { connection: 'bus' } }] }, 'cameras[0].head.connection'],
    [{ outputs: [{ ...output, player: { connection: 'bus' } }] }, 'outputs[0].player.connection'],
  ])('names a connection that exists: %j', (changes, path) => {
    expect(issuesOf(changes)).toBe(`${path}: expected the id of a connection (hub), got "bus"`);
  });

  it('names a connection at all', () => {
    expect(issuesOf({ signals: [{ ...signal, line: { topic: 'lamp' } }] })).toContain('signals[0].line.connection');
  });
});

describe('a connection', () => {
  it('has an id of its own', () => {
    const [hub] = attached.connections;
    expect(issuesOf({ connections: [hub, { ...hub, id: 'HUB' }] })).toBe(
      'connections[1].id: expected another id than that of connections[0], ignoring case',
    );
  });

  it('has a protocol', () => {
    expect(issuesOf({ connections: [{ id: 'hub' }] })).toContain('connections[0].protocol: expected a text');
  });
});

describe('what confirms commands', () => {
  it.each([
    ['accepted', 'accepted'],
    ['sent', 'sent'],
    ['state', undefined],
    [undefined, undefined],
  ])('is declared by the attachment: %s', (confirm, expected) => {
    expect(confirmedBy({ connection: 'hub', confirm })).toBe(expected);
  });

  it('is the state of a record that has a driver of its own, or none', () => {
    expect(confirmedBy(undefined)).toBeUndefined();
  });
});
