// The graphic of one scene: shows and hides it, and gives it new texts when variables change (GRAPHIC-5).
import * as E from 'fp-ts/lib/Either.js';
import { isEqual } from '../../domain/codec/equality.js';
import type { Failure } from '../../domain/failure.js';
import { fieldTexts, type Graphic, type GraphicDefinition, type GraphicFields } from '../../domain/studio/graphic.js';
import type { RuntimeState } from '../../domain/studio/runtime-state.js';
import type { Clock } from '../ports/clock.js';
import type { CommandResult, SendResult, SentCommand } from '../ports/commands.js';
import { byItself, unrecorded, type RecordCommand } from '../ports/decided-commands.js';
import type { Log } from '../ports/log.js';
import type { Players } from '../ports/players.js';
import type { RuntimeStateChange, StudioState } from '../state/studio-state.js';
import type { Acknowledgements } from './acknowledgement.js';

export interface GraphicDeps {
  readonly studio: StudioState;
  readonly players: Players;
  readonly acknowledgements: Acknowledgements;
  readonly clock: Clock;
  readonly log: Log;
  /** Records the updates of texts that the graphics send by themselves. Default: doesn't. */
  readonly record?: RecordCommand;
}

/** What the player reports of a graphic. */
export interface ReportedGraphic {
  readonly isConnected: boolean;
  readonly isShown: boolean;
}

/** What a show replaces: the station of the graphic, and whether an update of its texts was due. */
interface BeforeShow {
  readonly station: string | null;
  readonly isDue: boolean;
}

/** Time from the first change of a variable to the update, in milliseconds: changes within it are sent together. */
const collectMs = 20;

/** Timeout of an update, in milliseconds. */
const updateTimeoutMs = 2_000;

const noTexts: GraphicFields = {};

/** The graphic of one scene. */
export class SceneGraphic {
  #reported: ReportedGraphic = { isConnected: false, isShown: false };
  /** The station whose variables fill it; null if the graphic was on air before this service has shown it. */
  #station: string | null = null;
  /** The texts that the player accepted last; null if they are unknown. */
  #accepted: GraphicFields | null = null;
  #error: string | null = null;
  /** Counts the shows; a show is pending while `#pendingShow` is its number. */
  #shows = 0;
  #pendingShow: number | null = null;
  #pendingHide: SentCommand['confirmed'] | null = null;
  #isSending = false;
  #isDue = false;
  #cancelTimer: (() => void) | null = null;

  constructor(
    private readonly output: string,
    private definition: GraphicDefinition,
    private readonly deps: GraphicDeps,
    private readonly changed: () => void,
  ) {}

  /** The graphic as callers read it. */
  get record(): Graphic {
    const { template } = this.definition;
    return this.#reported.isShown
      ? { template, shown: true, station: this.#station, fields: this.#accepted ?? noTexts, error: this.#error }
      : { template, shown: false, station: null, fields: noTexts, error: null };
  }

  /** Whether the graphic has fields, so that it needs the variables of a station. */
  get needsStation(): boolean {
    return Object.keys(this.definition.fields).length > 0;
  }

  /** Shows the graphic with the variables of a station. One that is on air gets their texts. Confirmed when it is shown. */
  show(station: string | null): SendResult {
    const { output, definition } = this;
    const texts = this.#textsOf(station, this.deps.studio.runtime());
    const sending = this.deps.players.send({ do: 'show', output, scene: definition.scene, texts });
    if (E.isRight(sending)) {
      const before = { station: this.#station, isDue: this.#isDue };
      this.#station = station;
      this.#isDue = false;
      this.#pendingHide = null;
      this.#followShow(texts, sending.right, before);
    }
    return sending;
  }

  /** Takes the graphic off air. Confirmed when it is gone. */
  hide(): SendResult {
    const { output, definition } = this;
    const sending = this.deps.players.send({ do: 'hide', output, scene: definition.scene });
    if (E.isRight(sending)) this.#followHide(sending.right);
    return sending;
  }

  /** Follows a report of the player. After a lost connection, texts that may be outdated are sent again (GRAPHIC-6). */
  report(reported: ReportedGraphic): void {
    const before = this.#reported;
    this.#reported = reported;
    if (before.isShown && !reported.isShown && this.#pendingShow === null) this.#forget();
    if (!before.isConnected && reported.isConnected && this.#error !== null) this.#isDue = true;
    this.#scheduleIfDue();
  }

  /** Follows another definition of the graphic in the studio's layout. */
  define(definition: GraphicDefinition): void {
    const textsNow = (): GraphicFields => this.#textsOf(this.#station, this.deps.studio.runtime());
    const before = textsNow();
    this.definition = definition;
    if (!this.#reported.isShown || this.#station === null || isEqual(before, textsNow())) return;
    this.#isDue = true;
    this.#schedule();
  }

  /** Follows a change of the studio: new values, which may concern this graphic. */
  follow({ before, now }: RuntimeStateChange): void {
    if (!this.#reported.isShown && this.#pendingShow === null) return;
    const station = this.#station ?? now.holder;
    if (isEqual(this.#textsOf(station, before), this.#textsOf(station, now))) return;
    this.#station = station;
    this.#isDue = true;
    this.#schedule();
  }

  /** Sends nothing more. */
  end(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#isDue = false;
  }

  #textsOf(station: string | null, { variables }: RuntimeState): GraphicFields {
    return fieldTexts(this.definition, this.deps.studio.records.variablesOf(station), variables);
  }

  #followShow(texts: GraphicFields, { accepted, confirmed }: SentCommand, before: BeforeShow): void {
    this.#shows += 1;
    const show = this.#shows;
    this.#pendingShow = show;
    void accepted.then((result) => {
      if (show === this.#shows && E.isRight(result)) this.#accept(texts);
    });
    void confirmed.then((result) => {
      if (this.#pendingShow !== show) return;
      this.#pendingShow = null;
      if (E.isLeft(result) && this.#reported.isShown && this.#accepted !== texts) this.#restore(before);
    });
  }

  /** Continues with the graphic that is still on air after a show of it has failed. */
  #restore({ station, isDue }: BeforeShow): void {
    this.#station = station;
    this.#isDue ||= isDue;
    this.#scheduleIfDue();
    this.changed();
  }

  /** Sends no texts while the graphic is being hidden. If that fails, it gets those that changed meanwhile. */
  #followHide({ confirmed }: SentCommand): void {
    this.#pendingShow = null;
    this.#pendingHide = confirmed;
    void confirmed.then(() => {
      if (this.#pendingHide !== confirmed) return;
      this.#pendingHide = null;
      this.#scheduleIfDue();
    });
  }

  #accept(texts: GraphicFields): void {
    this.#accepted = texts;
    this.#error = null;
    this.changed();
  }

  #forget(): void {
    this.end();
    this.#station = null;
    this.#accepted = null;
    this.#error = null;
  }

  get #canUpdate(): boolean {
    const { isShown, isConnected } = this.#reported;
    return this.#isDue && isShown && isConnected && this.#pendingHide === null;
  }

  #schedule(): void {
    if (this.#cancelTimer !== null || this.#isSending) return;
    this.#cancelTimer = this.deps.clock.after(collectMs, () => {
      this.#cancelTimer = null;
      if (this.#canUpdate) void this.#updateAndRepeat();
    });
  }

  /** Sends the newest texts. What changes meanwhile is sent after that. */
  async #updateAndRepeat(): Promise<void> {
    this.#isDue = false;
    await this.#update();
    this.#scheduleIfDue();
  }

  #scheduleIfDue(): void {
    if (this.#isDue) this.#schedule();
  }

  async #update(): Promise<void> {
    const { output, definition } = this;
    const texts = this.#textsOf(this.#station, this.deps.studio.runtime());
    if (this.#error === null && this.#accepted !== null && isEqual(texts, this.#accepted)) return;
    this.#isSending = true;
    const shows = this.#shows;
    const { record = unrecorded, players } = this.deps;
    const update = { do: 'update', output, scene: definition.scene } as const;
    const source = byItself(`graphic:${output}`, this.#station);
    const sending = record(source, update, () => players.send({ ...update, texts }));
    const result = await this.#acknowledged(sending);
    this.#isSending = false;
    // A show that was sent meanwhile has newer texts.
    if (shows === this.#shows && this.#reported.isShown) this.#finish(texts, result);
  }

  #acknowledged(sending: SendResult): Promise<CommandResult> {
    if (E.isLeft(sending)) return Promise.resolve(sending);
    const { confirmed, failureAtTimeout } = sending.right;
    return this.deps.acknowledgements.within(confirmed, updateTimeoutMs, failureAtTimeout);
  }

  #finish(texts: GraphicFields, result: CommandResult): void {
    if (E.isRight(result)) this.#accept(texts);
    else this.#fail(result.left);
  }

  #fail({ code, message }: Failure): void {
    const { output, definition } = this;
    this.#error = message;
    this.deps.log.warn('a graphic on air did not get its new texts', {
      output,
      scene: definition.scene,
      code,
      message,
    });
    this.changed();
  }
}
