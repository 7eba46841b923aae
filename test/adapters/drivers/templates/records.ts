// The record that a part of a template is attached to, and how a test uses it.
import * as E from 'fp-ts/lib/Either.js';
import { expect } from 'vitest';
import type { DeviceTemplate, PartKind } from '../../../../application/connections/device-template.js';
import {
  exampleValues,
  expandTemplate,
  type EnteredPart,
  type EnteredTemplate,
  type ExpandedTemplate,
} from '../../../../application/connections/expand-template.js';
import type { SendResult } from '../../../../application/ports/commands.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import { commandTo } from '../../../support/commands.js';
import type { OpenedDrivers } from '../bench.js';

/** Expands a template, which must accept what is entered. */
export const expandedWith = (template: DeviceTemplate, entered: EnteredTemplate): ExpandedTemplate =>
  E.getOrElse((issues): ExpandedTemplate => expect.fail(JSON.stringify(issues)))(expandTemplate(template, entered));

/** The record that a part is attached to, how it is commanded, and the state that it shows. */
export interface AttachedRecord {
  readonly id: string;
  readonly isConnected: (drivers: OpenedDrivers['drivers']) => boolean;
  readonly send: (drivers: OpenedDrivers['drivers'], state: string) => SendResult;
  readonly shown: (drivers: OpenedDrivers['drivers']) => string | null | undefined;
}

const [clip] = demoStudio.banks[0]?.clips ?? [];

export const recordOf: Readonly<Record<PartKind, AttachedRecord>> = {
  lines: {
    id: 'sig-1',
    isConnected: ({ signalLines }) => signalLines.connected('sig-1'),
    send: ({ signalLines }, state) => signalLines.send(commandTo.switch('sig-1', state === 'on')),
    shown: ({ signalLines }) => ({ true: 'on', false: 'off', null: null })[String(signalLines.value('sig-1'))],
  },
  heads: {
    id: 'cam-2',
    isConnected: ({ cameras }) => cameras.connected('cam-2'),
    send: ({ cameras }, state) => cameras.send(commandTo.recall('cam-2', state)),
    shown: ({ cameras }) => cameras.angle('cam-2'),
  },
  players: {
    id: 'out-1',
    isConnected: ({ players }) => players.state('out-1').connected,
    send: ({ players }, state) =>
      players.send(
        state === 'stopped' || clip === undefined
          ? commandTo.stop('out-1', ['full'])
          : commandTo.play('out-1', 'full', { bank: 'news', clip }),
      ),
    shown: ({ players }) => {
      const run = players.state('out-1').scenes.find(({ id }) => id === 'full')?.run;
      return run == null ? 'stopped' : 'playing';
    },
  },
};

export const kindOf = (template: DeviceTemplate, part: string): PartKind => {
  const kinds = ['lines', 'heads', 'players'] as const;
  return kinds.find((kind) => template[kind].some(({ name }) => name === part)) ?? expect.fail(`no part ${part}`);
};

/** Expands one part for the record, with the examples unless other values are given. */
export const attachedPart = (
  template: DeviceTemplate,
  kind: PartKind,
  given: EnteredPart,
): Readonly<Record<string, object>> => {
  const examples = exampleValues(template, true);
  const entered = { ...examples[kind]?.find(({ part }) => part === given.part), ...given } as EnteredPart;
  const { connection, ...parts } = expandedWith(template, {
    ...{ id: 'equipment', connection: examples.connection },
    [kind]: [entered],
  });
  const { id: _, protocol: __, host: ___, port: ____, localPort: _____, ...settings } = connection;
  const attached = parts[kind].map(({ connection: ______, ...own }) => own);
  return { settings, [kind]: { [recordOf[kind].id]: attached[0] ?? {} } };
};
