// The conversation with a HyperDeck, whose state is the clips of its timeline and its transport.
import { steadyMs, type Clock } from '../../../application/ports/clock.js';
import type { ConnectionDeps } from '../../../application/connections/connection-driver.js';
import type { ClipSelection } from '../../../application/ports/players.js';
import { SceneConversation, type StateProtocol } from '../shared/scenes/conversation.js';
import { ScenePlayers } from '../shared/scenes/scene-players.js';
import { refusalOf } from './refusals.js';
import { DeckResponseReader, type DeckResponse } from './response-reader.js';
import { DeckScene, type DeckCommand, type DeckHost } from './scene.js';
import type { HyperdeckSettings } from './settings.js';
import { readClips, readTransport, type DeckClip, type DeckState } from './state.js';

/** The question for the clips. */
export const clipsQuestion = 'clips get';

/** The question for the transport. */
const transportQuestion = 'transport info';

/** How often the clips are asked for though no slot has changed, in milliseconds: a recording adds one. */
const clipsEveryMs = 10_000;

/** The codes of responses. */
export const codes = { ok: 200, clips: 205, transport: 208, noDisk: 105, emptyTimeline: 107, slot: 502, changed: 508 };

/** Reads the answer to {@link clipsQuestion}. Throws if it isn't one. A deck without a disk has no clips. */
export const clipsIn = (answer: DeckResponse): readonly DeckClip[] => {
  const { code, text } = answer;
  if (code === codes.noDisk || code === codes.emptyTimeline) return [];
  if (code !== codes.clips) throw new Error(`it answered ${String(code)} ${text}`);
  return readClips(answer);
};

/** The HyperDeck Ethernet Protocol. */
class DeckProtocol implements StateProtocol<DeckResponse, DeckState> {
  readonly name = 'HyperDeck';
  readonly subscription = 'notify: transport: true slot: true';
  #clips: readonly DeckClip[] = [];
  /** When the clips were asked for; undefined if they have to be asked for now. */
  #askedAtMs: number | undefined;

  constructor(private readonly clock: Clock) {}

  readonly reader = (onResponse: (response: DeckResponse) => void): DeckResponseReader =>
    new DeckResponseReader(onResponse);

  readonly isAnswer = (_line: string, { code }: DeckResponse): boolean => code < 500;

  readonly questions = (): readonly string[] => {
    const nowMs = steadyMs(this.clock);
    if (this.#askedAtMs !== undefined && nowMs - this.#askedAtMs < clipsEveryMs) return [transportQuestion];
    this.#askedAtMs = nowMs;
    return [clipsQuestion, transportQuestion];
  };

  readonly read = (question: string, answer: DeckResponse): DeckState | undefined => {
    if (question === clipsQuestion) {
      this.#clips = clipsIn(answer);
      return undefined;
    }
    if (answer.code !== codes.transport) throw new Error(`it answered ${String(answer.code)} ${answer.text}`);
    return { clips: this.#clips, transport: readTransport(answer) };
  };

  readonly refusal = ({ code, text }: DeckResponse, line: string): string | undefined =>
    code === codes.ok ? undefined : refusalOf(line, code, text);

  readonly isChange = ({ code }: DeckResponse): boolean => {
    if (code === codes.slot) this.#askedAtMs = undefined;
    return code === codes.slot || code === codes.changed;
  };

  readonly lose = (): void => {
    this.#askedAtMs = undefined;
  };
}

/** The players of a connection. */
export class DeckPlayers extends ScenePlayers<object, DeckState> {
  constructor(host: DeckHost & Pick<ConnectionDeps, 'id' | 'changed'>) {
    let selections: readonly ClipSelection[] = [];
    super({
      id: host.id,
      changed: host.changed,
      state: host.state,
      noGraphics: 'a HyperDeck has no graphics',
      select: (followed) => {
        selections = followed;
      },
      followed: () => undefined,
      openScene: ({ output }, scene) => new DeckScene({ output: output.id, scene }, () => selections, host),
    });
  }
}

/** A connection. */
export class HyperdeckConversation extends SceneConversation<DeckResponse, DeckState, DeckCommand, DeckPlayers> {
  constructor(settings: HyperdeckSettings, deps: ConnectionDeps) {
    super(
      settings,
      new DeckProtocol(deps.clock),
      deps,
      (host) => new DeckPlayers({ ...host, id: deps.id, changed: deps.changed }),
    );
  }
}
