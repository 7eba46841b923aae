import { describe, expect, it } from 'vitest';
import { operationLimits } from '../../../application/access/operation-limits.js';
import { catalogue } from '../../../application/operations/catalogue.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { isCallPermitted, showsRecord } from '../../../domain/access/operation-limit.js';
import { callsOfPanel } from '../../../domain/studio/panel.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { panel } from '../../domain/fixtures.js';

const pulse = {
  name: 'signal.pulse',
  record: { kind: 'signals', name: 'red-light' },
  path: new Map([['id', ['red-light']]]),
  query: new Map(),
};

const limitsIn = (current = currentLayout(demoStudio)) =>
  operationLimits({ operations: catalogue, current, callsOfPanel });

const limitedTo = (operation: string, values: Readonly<Record<string, string>> = {}) =>
  limitsIn()({ ...panel, operations: [{ operation, with: values }] }) ?? [];

describe('the exact rights of a device', () => {
  it('@LIMIT-1: are none for a device without a limit', () => {
    expect(limitsIn()(panel)).toBeUndefined();
  });

  it.each([
    ['signal.pulse', { id: 'door-lock' }, 'signals', 'sig-4'],
    ['signal.pulse', { id: 'SIG-4' }, 'signals', 'sig-4'],
    ['clip.play', { slot: 'main', number: '3' }, 'outputs', 'out-1'],
    ['camera.recall', { id: 'cam-1' }, 'cameras', 'cam-1'],
    ['bank.activate', { key: 'news' }, 'banks', 'news'],
    ['macro.run', { id: 'mac-1' }, 'macros', 'mac-1'],
    ['automation.start', { id: 'auto-1' }, 'automations', 'auto-1'],
    ['variable.set', { name: 'Sponsor' }, 'variables', 'var-4'],
    ['variable.set', { name: 'var-11' }, 'variables', 'var-11'],
  ] as const)('@LIMIT-2: %s with %j are about the record of %s %s', (operation, values, kind, id) => {
    const limit = limitedTo(operation, values);
    expect([showsRecord(limit, kind, id), showsRecord(limit, kind, 'another'), showsRecord(limit, kind)]).toEqual([
      ...[true, false, false],
    ]);
  });

  it.each([
    ['studio.onair', 'studio'],
    ['station.take', 'station'],
    ['signal.pulse', 'signals'],
  ])('@LIMIT-2: %s without a record are about all of %s', (operation, kind) => {
    expect(showsRecord(limitedTo(operation), kind)).toBe(true);
  });

  it('@LIMIT-1: of an operation that doesn’t exist are about no record', () => {
    const limit = limitedTo('no.such', { id: 'sig-4' });
    expect(['signals', 'outputs', 'core'].some((kind) => showsRecord(limit, kind))).toBe(false);
  });

  it('@LIMIT-2: are about a name at each station', () => {
    const limit = limitedTo('variable.set', { name: 'Headline' });
    expect(['var-1', 'var-11', 'var-2'].map((id) => showsRecord(limit, 'variables', id))).toEqual([true, true, false]);
  });

  it('@LIMIT-2: with a parameter that the operation doesn’t have are about no record', () => {
    const limit = limitedTo('signal.pulse', { identifier: 'door-lock' });
    expect([showsRecord(limit, 'signals'), showsRecord(limit, 'signals', 'sig-4')]).toEqual([false, false]);
    expect(isCallPermitted(limit, { ...pulse, name: 'signal.get' }, 'read')).toBe(false);
  });

  it('@LIMIT-3: follow the panel, and end with it', () => {
    const current = currentLayout(demoStudio);
    const limitOf = limitsIn(current);
    const tablet = { ...panel, panel: 'presenter' };
    const operations = () => limitOf(tablet)?.map(({ operation }) => operation);
    expect(operations()).toContain('clip.play');
    const page = { name: 'One', buttons: [{ press: 'studio.onair' }] };
    current.replace({ ...demoStudio, panels: [{ id: 'presenter', name: 'Presenter', pages: [page] }] });
    expect(operations()).toEqual(['studio.onair']);
    current.replace({ ...demoStudio, panels: [] });
    expect(operations()).toEqual([]);
  });
});
