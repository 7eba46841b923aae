// The line of one signal: the search for its element, what the provider reports, and the command that isn't confirmed yet.
import type { Buffer } from 'node:buffer';
import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { connectionLost, PendingCommands, type PendingCommand } from '../shared/pending-commands.js';
import type { GlowElement } from './elements.js';
import { targetOf } from './line-target.js';
import { directoryOf } from './requests.js';
import { Search } from './search.js';
import { pathOf, type EmberLine } from './settings.js';
import type { Reading, LineTarget } from './target.js';
import { labelOf, lineUnavailable } from '../shared/lines.js';

/** How often the provider is asked for the value while a command is unanswered, in milliseconds, and how many times. */
const askAgain = { everyMs: 250, times: 12 };

export interface EmberLineDeps {
  readonly clock: Clock;
  readonly send: (request: Buffer) => void;
  /** Asks for the elements of a directory, unless that was asked for already. */
  readonly ask: (directory: GlowElement | undefined) => void;
  readonly changed: () => void;
}

/** An element that was found. */
interface Found {
  readonly element: GlowElement;
  readonly target: LineTarget;
}

/** Returns an element with the properties that a report changes. */
const updated = (element: GlowElement, report: GlowElement): GlowElement => ({
  ...element,
  ...Object.fromEntries(Object.entries(report).filter(([, value]) => value !== undefined)),
});

const inWords = (value: boolean | null): string => (value === null ? 'neither on nor off' : value ? 'on' : 'off');

/** The line of a signal. */
export class ProviderLine {
  #search: Search;
  #found: Found | undefined;
  #value: boolean | null = null;
  /** Whether the value was reported since the element was found. */
  #isReported = false;
  #fault: string | undefined;
  readonly #pending = new PendingCommands<boolean>();
  /** How many commands were sent whose answers are awaited. */
  #unanswered = 0;
  /** Whether the value was asked for, and the answer is awaited. */
  #isAsked = false;
  /** Whether the value was asked for because the answer to a command shows another one. */
  #isChecked = false;
  /** Whether the value was asked for because no answer came: a slow provider may still change it. */
  #isSlow = false;
  /** Whether the provider reported that the element is offline. */
  #isOffline = false;
  #cancelAsking: () => void = () => undefined;

  constructor(
    private readonly signal: string,
    readonly settings: EmberLine,
    private readonly deps: EmberLineDeps,
  ) {
    this.#search = new Search(pathOf(settings));
  }

  get value(): boolean | null {
    return this.#value;
  }

  get isConnected(): boolean {
    return this.#found !== undefined && this.#isReported;
  }

  /** Why the line isn't connected while the connection is open. */
  get reason(): string {
    if (this.#fault !== undefined) return this.#fault;
    return this.#found === undefined ? this.#search.reason : 'the provider has reported no value yet';
  }

  /** The reports that concern the line: those of an element, or those in a directory. */
  get interest(): string {
    return this.#found === undefined ? `${this.#search.directory}/` : this.#found.element.path;
  }

  /** Begins the search, from the root. */
  begin(): void {
    this.#search = new Search(pathOf(this.settings));
    this.#found = undefined;
    this.#isReported = false;
    this.#fault = undefined;
    this.#isOffline = false;
    this.deps.ask(undefined);
  }

  /** The connection is lost, or the line is removed. */
  end(message = connectionLost): void {
    this.#lose(message, undefined);
  }

  /** Takes a report that concerns the line. */
  take(report: GlowElement): void {
    if (this.#found !== undefined) this.#update(report);
    else if (this.#fault === undefined) this.#advance(report);
  }

  /**
   * Takes a report about whether the element that the line uses or searches, or one that contains it, is online. Returns
   * whether the line has to begin its search.
   */
  noteOnline({ isOnline }: GlowElement): boolean {
    if (isOnline === true) return this.#isOffline;
    if (this.#found === undefined) return false;
    this.#lose('the element went offline after the command was sent', 'the element is offline');
    this.#isOffline = true;
    return false;
  }

  /** Why commands are refused; undefined if they aren't, or while the line isn't connected. */
  get refusal(): Failure | undefined {
    return this.#found?.target.isWritable === false
      ? failure('conflict', `${labelOf(this.signal)} is a parameter that the provider permits to read only`)
      : undefined;
  }

  /** Sends a command. */
  switch(on: boolean): SendResult {
    const label = labelOf(this.signal);
    const found = this.#found;
    if (found === undefined || !this.isConnected) return lineUnavailable(this.signal, this.reason);
    const { refusal } = this;
    if (refusal !== undefined) return E.left(refusal);
    const pending = this.#pending.add(this.signal, label, on);
    this.#isChecked = false;
    this.#isSlow = false;
    this.#unanswered += 1;
    this.deps.send(found.target.command(on));
    this.#askLater(pending, askAgain.times);
    return E.right(pending.sent);
  }

  #advance(report: GlowElement): void {
    const step = this.#search.take(report);
    if (step?.type === 'ask') this.deps.ask(step.directory);
    if (step?.type === 'found') this.#find(step.element);
  }

  #find(element: GlowElement): void {
    const target = this.#use(element);
    if (target === undefined) return;
    const { value } = target.read(element);
    if (value === undefined) this.#ask();
    else this.#show({ value }, false);
  }

  /** Notes the element, and returns how it is used. Returns undefined and disconnects the line if it can't be used. */
  #use(element: GlowElement): LineTarget | undefined {
    const target = targetOf(this.settings, element);
    if (E.isLeft(target)) {
      this.#lose('the provider changed the parameter after the command was sent', target.left);
      return undefined;
    }
    this.#found = { element, target: target.right };
    return target.right;
  }

  #update(report: GlowElement): void {
    if (this.#found === undefined || report.kind !== this.#found.element.kind) return;
    const target = this.#use(updated(this.#found.element, report));
    if (target === undefined) return;
    const reading = target.read(report);
    // Answers to questions have all properties. Reports of changes have only what changed.
    const isAnswer = this.#isAsked && report.identifier !== undefined;
    if (isAnswer) this.#isAsked = false;
    if (reading.value !== undefined) this.#show(reading, isAnswer);
  }

  /** Notes the state, and what it means for a command. `isAnswer` if it was asked for after the command. */
  #show({ value = null, refusal }: Reading, isAnswer: boolean): void {
    const isChanged = this.#value !== value || !this.#isReported;
    this.#value = value;
    this.#isReported = true;
    this.#unanswered = isAnswer ? 0 : Math.max(0, this.#unanswered - 1);
    const pending = this.#pending.of(this.signal);
    if (pending !== undefined) this.#judge(pending, { value, refusal }, isAnswer);
    if (isChanged) this.deps.changed();
  }

  /**
   * Decides whether a report answers a command. A provider answers every request to set a value, with the unchanged one if
   * it refuses. But a report of an earlier change may come first, so that the value is asked for before that counts.
   */
  #judge(pending: PendingCommand<boolean>, { value = null, refusal }: Reading, isAnswer: boolean): void {
    const shown = `the provider reports that the signal is ${inWords(value)}`;
    if (value === pending.command && this.#unanswered === 0) pending.confirm();
    else if (refusal !== undefined) pending.fail(`the provider refused the command: ${refusal}`);
    else if (isAnswer && this.#isChecked && !this.#isSlow) pending.fail(`the provider refused the command: ${shown}`);
    else {
      pending.observe(shown);
      if (!this.#isChecked && !this.#isSlow) this.#ask();
      this.#isChecked = true;
    }
  }

  #ask(): void {
    if (this.#found === undefined) return;
    this.#isAsked = true;
    this.deps.send(directoryOf(this.#found.element));
  }

  /** Asks for the value while no answer comes: some providers are silent if a command changes nothing. */
  #askLater(pending: PendingCommand<boolean>, times: number): void {
    this.#cancelAsking();
    this.#cancelAsking = this.deps.clock.after(askAgain.everyMs, () => {
      if (times === 0 || pending.isOver()) return;
      this.#isSlow = true;
      this.#ask();
      this.#askLater(pending, times - 1);
    });
  }

  /** Forgets the element and its value. `fault` is why the line stays disconnected. */
  #lose(message: string, fault: string | undefined): void {
    const wasConnected = this.isConnected;
    this.#found = undefined;
    this.#isReported = false;
    this.#fault = fault;
    this.#unanswered = 0;
    this.#isAsked = false;
    this.#cancelAsking();
    this.#pending.fail(message);
    if (wasConnected) this.deps.changed();
  }
}
