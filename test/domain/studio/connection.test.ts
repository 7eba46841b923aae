// Connections of a studio, and what is attached to them.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { formatIssues } from '../../../domain/codec/issues.js';
import { confirmedBy } from '../../../domain/studio/connection.js';
import { readStudioLayout } from '../../../domain/studio/layout.js';
import { otherPlayer, playerIdOf } from '../../../domain/studio/output-player.js';
import { attachmentOf, playerDefinitions, type OutputDefinition } from '../../../domain/studio/output.js';
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

const backup = { connection: 'hub', scene: 'spare' };

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

describe('@PAIR-8: a backup player', () => {
  const [attachedOutput] = attached.outputs;
  const other = { ...demoStudio.outputs[1], id: 'OUT-1-Backup' };

  it('is another than the main player, and has an id of its own', () => {
    expect(issuesOf({ outputs: [{ ...attachedOutput, backup }] })).toBe('');
    expect(issuesOf({ outputs: [{ ...attachedOutput, backup: { connection: 'rack', scene: 'live' } }] })).toBe(
      'outputs[0].backup.connection: expected the id of a connection (hub), got "rack"',
    );
    expect(issuesOf({ outputs: [{ ...output, backup }] })).toBe(
      'outputs[0].player: expected the main player, as the output has a backup',
    );
    expect(issuesOf({ outputs: [{ ...attachedOutput, backup: { connection: 'hub', scene: 'live' } }] })).toBe(
      'outputs[0].backup: expected another player than that of the output',
    );
    expect(issuesOf({ outputs: [{ ...attachedOutput, backup }, other] })).toBe(
      'outputs[1].id: expected another id than that of the backup of outputs[0], ignoring case',
    );
    expect(issuesOf({ outputs: [{ ...attachedOutput, id: 1, backup }] })).toContain('outputs[0].id');
  });

  it('is known to drivers as an output of its own', () => {
    const paired = { ...attachedOutput, backup } as OutputDefinition;
    const [main, second, third] = playerDefinitions([paired, other as OutputDefinition]);
    expect([main, third]).toEqual([attachedOutput, other]);
    expect(second).toMatchObject({ id: 'out-1-backup', slot: 'main-backup', player: backup, scenes: paired.scenes });
    expect(attachmentOf(paired, 'main')).toEqual(paired.player);
    expect(attachmentOf(paired, 'backup')).toEqual(backup);
    expect([otherPlayer('main'), otherPlayer('backup')]).toEqual(['backup', 'main']);
    expect(playerIdOf('out-1', 'main')).toBe('out-1');
  });
});
