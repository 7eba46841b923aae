// An ATEM switcher: crosspoints, keyers, macros and tallies as signal lines.
import * as E from 'fp-ts/lib/Either.js';
import type { ConnectedLines, ConnectionDeps } from '../../../application/connections/connection-driver.js';
import { acknowledgedAtOnce, type SendResult, type SentCommand } from '../../../application/ports/commands.js';
import { isEqual } from '../../../domain/codec/equality.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { LackingLines } from '../shared/lacking-lines.js';
import { labelOf, lineUnavailable, notConnected, onlyReported } from '../shared/lines.js';
import { connectionLost, PendingCommands, studioFileChanged } from '../shared/pending-commands.js';
import { planOf, type LinePlan, type PlannedCommand } from './line-plan.js';
import type { AtemCommand } from './packet.js';
import { Session } from './session.js';
import type { AtemLine, AtemSettings } from './settings.js';
import { SwitcherState, warningIn } from './state.js';

type Lines = ReadonlyMap<string, AtemLine>;

/** A line, and how it is used. */
interface PlannedLine {
  readonly line: AtemLine;
  readonly plan: LinePlan;
}

/**
 * How long a state has to stay as it is after the acknowledgement of a command that it shows already, in milliseconds: the report of
 * an earlier command may follow. A picture takes 40 ms.
 */
const settledMs = 50;

/** The lines of one switcher. */
export class Switcher {
  readonly #session: Session;
  readonly #pending: PendingCommands<PlannedCommand>;
  readonly #lacking: LackingLines;
  readonly #lines = new Map<string, PlannedLine>();
  readonly #values = new Map<string, boolean | null>();
  #state = new SwitcherState();
  /** Whether the switcher has reported everything since the session was opened. */
  #isRead = false;
  #cancelSettled: () => void = () => undefined;

  constructor(
    settings: AtemSettings,
    private readonly deps: ConnectionDeps,
  ) {
    this.#pending = new PendingCommands(deps.clock);
    this.#lacking = new LackingLines(deps);
    this.#session = new Session(settings, deps, {
      opened: () => {
        this.#state = new SwitcherState();
      },
      received: (command) => {
        this.#take(command);
      },
      lost: () => {
        this.#lose();
      },
    });
  }

  readonly lines: ConnectedLines = {
    send: ({ signal, on }) => this.#switch(signal, on),
    refusal: ({ signal, on }) => {
      const planned = this.#isRead ? this.#lines.get(signal) : undefined;
      const command = planned && this.#commandOf(signal, planned, on);
      return command !== undefined && command !== 'done' && E.isLeft(command) ? command.left : undefined;
    },
    value: (signal) => this.#values.get(signal) ?? null,
    connected: (signal) => this.#isRead && this.#lack(signal) === undefined,
  };

  /** Serves other lines from now on. */
  follow(lines: Lines): void {
    const gone = [...this.#lines].filter(([id, { line }]) => !isEqual(line, lines.get(id))).map(([id]) => id);
    this.#pending.fail(studioFileChanged, gone);
    for (const signal of gone) {
      this.#lines.delete(signal);
      this.#values.delete(signal);
    }
    for (const [signal, line] of lines)
      if (!this.#lines.has(signal)) this.#lines.set(signal, { line, plan: planOf(line) });
    // The switcher can't be asked for its state. While it is there, its state is what it has reported.
    if (this.#isRead) this.#session.ping(this.#showAll);
  }

  close(): void {
    this.#session.close();
  }

  #lack(signal: string): string | undefined {
    return this.#lines.get(signal)?.plan.lack(this.#state);
  }

  #commandOf(signal: string, { plan }: PlannedLine, on: boolean): E.Either<Failure, PlannedCommand> | 'done' {
    if (plan.command === undefined) return E.left(onlyReported(signal));
    const planned = plan.command(on, this.#state, this.#pending.of(signal) !== undefined);
    if (planned === 'done') return planned;
    return 'refusal' in planned
      ? E.left(failure('conflict', `${labelOf(signal)} ${planned.refusal}`))
      : E.right(planned);
  }

  #switch(signal: string, on: boolean): SendResult {
    const line = this.#lines.get(signal);
    if (line === undefined || !this.#isRead) return notConnected('signal', signal, this.deps.id);
    const lack = this.#lack(signal);
    if (lack !== undefined) return lineUnavailable(signal, lack);
    const command = this.#commandOf(signal, line, on);
    if (command === 'done') return acknowledgedAtOnce;
    return E.isLeft(command) ? command : E.right(this.#send(signal, command.right));
  }

  #send(signal: string, planned: PlannedCommand): SentCommand {
    const pending = this.#pending.add(signal, labelOf(signal), planned);
    this.#session.send(planned.command, () => {
      if (pending.isOver()) return;
      pending.accept();
      this.#settleLater();
    });
    const failureAtTimeout = (): Failure | undefined => {
      // A packet that isn't acknowledged would be sent again, and executed late.
      if (!pending.isAccepted && !pending.isOver()) this.#session.drop('it does not acknowledge a command');
      return pending.sent.failureAtTimeout?.();
    };
    return { ...pending.sent, failureAtTimeout };
  }

  #take(command: AtemCommand): void {
    const warning = warningIn(command);
    if (warning !== undefined) this.#pending.fail(`the switcher refused the command: ${warning}`);
    const reported = new Set(this.#state.take(command));
    if (command.name === 'InCm') this.#isRead = true;
    if (command.name === 'InCm') this.#showAll();
    else if (this.#isRead && reported.size > 0) this.#show(reported);
  }

  readonly #showAll = (): void => {
    for (const [signal, { plan }] of this.#lines) {
      this.#lacking.note(signal, plan.lack(this.#state));
      this.#setValue(signal, plan);
      this.deps.changed(signal);
    }
  };

  #show(reported: ReadonlySet<string>): void {
    for (const [signal, { plan }] of this.#lines) {
      if (!reported.has(plan.key)) continue;
      this.#setValue(signal, plan);
      this.#judge(signal, plan);
      this.deps.changed(signal);
    }
  }

  #setValue(signal: string, { key, isOn }: LinePlan): void {
    const shown = this.#state.value(key);
    this.#values.set(signal, shown === undefined ? null : isOn(shown));
  }

  /** Confirms the command of a line if the switcher shows it, once it was acknowledged. */
  #judge(signal: string, { key, inWords }: LinePlan): void {
    const pending = this.#pending.of(signal);
    const shown = this.#state.value(key);
    if (pending?.isAccepted !== true || shown === undefined) return;
    if (pending.command.isReached(shown)) pending.confirm();
    else pending.observe(inWords(shown));
  }

  /** A switcher doesn't report what stays as it was. */
  #settleLater(): void {
    this.#cancelSettled();
    this.#cancelSettled = this.deps.clock.after(settledMs, () => {
      for (const [signal, { plan }] of this.#lines) this.#judge(signal, plan);
    });
  }

  #lose(): void {
    this.#cancelSettled();
    this.#pending.fail(connectionLost);
    if (!this.#isRead) return;
    this.#isRead = false;
    for (const signal of this.#lines.keys()) this.deps.changed(signal);
  }
}
