// The conversation with a vMix, whose state is one XML document.
import type { ConnectionDeps } from '../../../application/connections/connection-driver.js';
import { SceneConversation, type StateProtocol } from '../shared/scenes/conversation.js';
import { VmixPlayers } from './players.js';
import { ResponseReader, type VmixResponse } from './response-reader.js';
import type { MixCommand } from './scene-command.js';
import { vmixPort, type VmixSettings } from './settings.js';
import { readState, type VmixState } from './state.js';

/** The activators that change when other inputs come on air, into preview, or begin or end to play. */
const relevantActivator = /^Input(?:Playing|(?:Preview)?(?:Mix\d+)?)(?: |$)/;

const refused = (message: string): never => {
  throw new Error(`it refused to send it: ${message}`);
};

/** The TCP API of a vMix. */
class VmixProtocol implements StateProtocol<VmixResponse, VmixState> {
  readonly name = 'vMix';
  readonly subscription = 'SUBSCRIBE ACTS';
  /** The last state, and its XML. Equal XML isn't parsed again. */
  #last: { readonly xml: string; readonly state: VmixState } | undefined;

  readonly reader = (onResponse: (response: VmixResponse) => void): ResponseReader => new ResponseReader(onResponse);

  readonly isAnswer = (line: string, { command }: VmixResponse): boolean =>
    line.split(' ', 1)[0] === command.toUpperCase();

  /** The web interface of vMix listens at another port, which is easily mistaken for that of the TCP API. */
  readonly hint = ({ port }: VmixSettings): string =>
    port === vmixPort ? '' : `; the TCP API of vMix is at port ${String(vmixPort)}`;

  readonly questions = (): readonly string[] => ['XML'];

  readonly read = (_question: string, { status, body, message }: VmixResponse): VmixState => {
    if (status !== 'body') return refused(message);
    if (this.#last?.xml !== body) this.#last = { xml: body, state: readState(body) };
    return this.#last.state;
  };

  readonly refusal = ({ status, message }: VmixResponse, line: string): string | undefined =>
    status === 'OK' ? undefined : `the vMix refused ${line}: ${message}`;

  readonly isChange = ({ command, message }: VmixResponse): boolean =>
    command === 'ACTS' && relevantActivator.test(message);

  readonly lose = (): void => {
    this.#last = undefined;
  };
}

/** A connection. */
export class VmixConversation extends SceneConversation<VmixResponse, VmixState, MixCommand, VmixPlayers> {
  constructor(settings: VmixSettings, deps: ConnectionDeps) {
    super(
      settings,
      new VmixProtocol(),
      deps,
      (host) => new VmixPlayers({ ...host, id: deps.id, changed: deps.changed }),
    );
  }
}
