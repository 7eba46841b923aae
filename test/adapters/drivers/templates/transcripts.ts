// Transcripts of devices, which stand beside this file: what the documents of their makers say that is sent and answered.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { expect, onTestFinished } from 'vitest';
import type { DeviceTemplate } from '../../../../application/connections/device-template.js';
import type { EnteredPart } from '../../../../application/connections/expand-template.js';
import { isEqual } from '../../../../domain/codec/equality.js';
import { sentCommand, stepResult } from '../../../contracts/device-commands.js';
import { passUntil } from '../advance-clock.js';
import { layoutWith, openDrivers } from '../bench.js';
import { peers, type Wire } from './peers.js';
import { attachedPart, kindOf, recordOf } from './records.js';

/** A state: the command that leads to it, what the device answers to that, and how it shows the state. */
interface State {
  readonly sent?: unknown;
  readonly answer?: readonly unknown[];
  readonly shown?: unknown;
}

/** What the documents of the maker say of one part: the states in the order in which they are tried. */
export interface Transcript extends Omit<EnteredPart, 'part'> {
  readonly part: string;
  /** What asks for the state: one message, or several. */
  readonly ask?: unknown;
  readonly states: Readonly<Record<string, State>>;
}

export interface Transcripts {
  readonly wire?: Wire;
  /** Other messages of the driver, and what the device answers. */
  readonly others?: readonly { readonly sent: unknown; readonly answer?: readonly unknown[] }[];
  readonly parts: readonly Transcript[];
}

/** Reads the transcripts of a template. */
export const transcriptsOf = ({ id }: DeviceTemplate): Transcripts =>
  parse(readFileSync(join(import.meta.dirname, `${id}.yaml`), 'utf8')) as Transcripts;

const asList = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly unknown[]) : [value];

/** A device that is in one of the states of a transcript, at first in the last one. */
class ScriptedDevice {
  readonly states: readonly (readonly [string, State])[];
  state: string;
  /** The states that commands led to. */
  readonly commanded: string[] = [];
  readonly unexpected: unknown[] = [];

  constructor(
    private readonly transcript: Transcript,
    private readonly others: NonNullable<Transcripts['others']> = [],
  ) {
    this.states = Object.entries(transcript.states);
    this.state = this.states.at(-1)?.[0] ?? '';
  }

  get shown(): readonly unknown[] {
    return asList(this.transcript.states[this.state]?.shown);
  }

  answer(message: unknown): readonly unknown[] {
    if (asList(this.transcript.ask).some((ask) => isEqual(ask, message))) return this.shown;
    const other = this.others.find(({ sent }) => isEqual(sent, message));
    if (other !== undefined) return other.answer ?? [];
    const [name, commanded] = this.states.find(([, { sent }]) => sent !== undefined && isEqual(sent, message)) ?? [];
    if (name === undefined) this.unexpected.push(message);
    else this.commanded.push((this.state = name));
    return commanded?.answer ?? [];
  }
}

/** Has the driver send every command of a transcript, and shows every state to it. */
export const follow = async (
  template: DeviceTemplate,
  { wire = {}, others }: Transcripts,
  transcript: Transcript,
): Promise<void> => {
  const kind = kindOf(template, transcript.part);
  const record = recordOf[kind];
  const device = new ScriptedDevice(transcript, others);
  const open = peers[template.protocol] ?? expect.fail('no device of this protocol');
  const peer = await open((message) => device.answer(message), wire);
  const address = { host: '127.0.0.1', port: peer.port };
  const { states: _, ask, ...given } = transcript;
  const layout = layoutWith(template.protocol, address, attachedPart(template, kind, given));
  const { drivers, clock, close } = openDrivers(layout);
  onTestFinished(async () => {
    close();
    await peer.close();
  });
  const until = (check: () => boolean) =>
    passUntil(clock, check).catch(() => expect.fail(JSON.stringify({ shows: record.shown(drivers), device })));
  const statesWith = (field: keyof State): readonly string[] =>
    device.states.flatMap(([name, state]) => (field in state ? [name] : []));
  const [commands, reports] = [statesWith('sent'), statesWith('shown')];
  /** Devices of a broker report changes, also where they can be asked. */
  const reportsChanges = ask === undefined || template.protocol === 'mqtt';
  const showState = async (): Promise<void> => {
    if (reportsChanges) for (const message of device.shown) peer.push(message);
    await until(() => reports.length === 0 || record.shown(drivers) === device.state);
  };

  await until(() => record.isConnected(drivers));
  await showState();
  for (const name of commands) {
    const { confirmed } = sentCommand(record.send(drivers, name));
    let isDone = false;
    void confirmed.then(() => (isDone = true));
    await until(() => isDone);
    expect([name, await stepResult(confirmed), device.state]).toEqual([name, 'done', name]);
    await showState();
  }
  for (const name of reports) {
    device.state = name;
    await showState();
  }
  expect({ commanded: device.commanded, unexpected: device.unexpected }).toEqual({
    commanded: commands,
    unexpected: [],
  });
};
