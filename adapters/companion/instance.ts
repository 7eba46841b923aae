// One connection of Companion to a service.
import { setTimeout as delay } from 'node:timers/promises';
import {
  InstanceBase,
  InstanceStatus,
  type CompanionOptionValues,
  type SomeCompanionConfigField,
} from '@companion-module/base';
import { studioClient, type StudioClient, type StudioError } from '../client/client.js';
import { accessOf, configFields, type ModuleConfig } from './config.js';
import { actionDefinitions, type RunAction } from './definitions/actions.js';
import { missingValues, requestPath } from './definitions/call.js';
import { feedbackDefinitions } from './definitions/feedbacks.js';
import { presetDefinitions } from './definitions/presets.js';
import { lastErrorVariable, unknownValues, variableDefinitions, variableValues } from './definitions/variables.js';
import { followStudio, type ConnectionStatus, type StudioListener } from './service/follow-studio.js';
import type { ServiceAction } from './studio/document.js';
import type { KnownStudio } from './studio/studio.js';

/** Companion counts an action as failed that takes longer than 5 seconds, whatever its result. In milliseconds. */
const reportedWithinMs = 4_000;

/** How often the remaining times are shown anew, in milliseconds. */
const tickMs = 500;

const companionStatus: Readonly<Record<ConnectionStatus['kind'], InstanceStatus>> = {
  ok: InstanceStatus.Ok,
  connecting: InstanceStatus.Connecting,
  unauthorized: InstanceStatus.AuthenticationFailure,
  failed: InstanceStatus.ConnectionFailure,
};

/** Why a press failed: the service's code and message, or those of the connection. */
interface PressFailure {
  readonly code: string;
  readonly message: string;
}

/** A press while the service doesn't answer is over: what accepts it in the service's place may deliver it late. */
const unansweredPress: PressFailure = {
  code: 'not_connected',
  message: 'the service has not answered since the last attempt to connect, and nothing was sent',
};

/** A connection to a service. Companion creates one in a process of its own. */
export class StudioControlInstance extends InstanceBase<ModuleConfig> {
  #following = new AbortController();
  #client: StudioClient | undefined;
  /** The studio that was read last, also while the service isn't connected. */
  #studio: KnownStudio | undefined;
  #connected = false;
  /** Whether the service itself answered the last attempt to connect, be it by a refusal. */
  #answers = false;
  /** The definitions that Companion has, as text: it isn't sent the same ones again. */
  #defined = '';
  #shown: Readonly<Record<string, unknown>> = {};
  #ticker: NodeJS.Timeout | undefined;

  init(config: ModuleConfig): Promise<void> {
    this.#connect(config);
    this.#ticker = setInterval(() => {
      this.#showVariables();
    }, tickMs);
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    this.#following.abort();
    clearInterval(this.#ticker);
    return Promise.resolve();
  }

  configUpdated(config: ModuleConfig): Promise<void> {
    this.#connect(config);
    return Promise.resolve();
  }

  getConfigFields(): SomeCompanionConfigField[] {
    return configFields();
  }

  #connect(config: ModuleConfig): void {
    this.#following.abort();
    this.#connected = false;
    this.#answers = false;
    this.#client = undefined;
    const access = accessOf(config);
    if (typeof access === 'string') {
      this.updateStatus(InstanceStatus.BadConfig, access);
      this.#show();
      return;
    }
    this.#client = studioClient(access);
    this.#following = new AbortController();
    void followStudio(this.#client, this.#listener(this.#following.signal), this.#following.signal);
  }

  /** Ignores what arrives from an earlier connection. */
  #listener(signal: AbortSignal): StudioListener {
    const present =
      <A>(receive: (received: A) => void) =>
      (received: A): void => {
        if (!signal.aborted) receive(received);
      };
    return {
      onStatus: present((status) => {
        this.#showStatus(status);
      }),
      onRead: present((studio) => {
        this.#studio = studio;
        this.#define(studio);
        this.#show();
      }),
      onChange: present((studio) => {
        this.#studio = studio;
        this.#show();
      }),
    };
  }

  #showStatus(status: ConnectionStatus): void {
    this.#connected = status.kind === 'ok';
    // An attempt that goes on says nothing yet.
    if (status.kind !== 'connecting') this.#answers = status.kind !== 'failed';
    this.updateStatus(companionStatus[status.kind], 'message' in status ? status.message : undefined);
    this.#show();
  }

  #define(studio: KnownStudio): void {
    const actions = actionDefinitions(studio, this.#run);
    const feedbacks = feedbackDefinitions(studio, () => (this.#connected ? this.#studio : undefined));
    const variables = variableDefinitions(studio);
    const presets = presetDefinitions(studio, this.label);
    const defined = JSON.stringify([actions, feedbacks, variables, presets]);
    if (defined === this.#defined) return;
    this.#defined = defined;
    this.setActionDefinitions(actions);
    this.setFeedbackDefinitions(feedbacks);
    this.setVariableDefinitions(variables);
    this.setPresetDefinitions(presets);
  }

  #show(): void {
    this.#showVariables();
    this.checkFeedbacks();
  }

  /** Sends the variables that have changed. */
  #showVariables(): void {
    if (this.#studio === undefined) return;
    const values = this.#connected ? variableValues(this.#studio, Date.now()) : unknownValues(this.#studio);
    const changed = Object.entries(values).filter(([id, value]) => this.#shown[id] !== value);
    this.#shown = values;
    if (changed.length > 0) this.setVariableValues(Object.fromEntries(changed));
  }

  readonly #run: RunAction = (action, options) => {
    const pressed = this.#press(action, options).then((failure) => {
      this.#report(action, failure);
    });
    return Promise.race([pressed, delay(reportedWithinMs)]);
  };

  #press(action: ServiceAction, options: CompanionOptionValues): Promise<PressFailure | undefined> {
    const [missing] = missingValues(action, options);
    const message = missing === undefined ? 'the connection has no valid settings' : `the field "${missing}" is empty`;
    if (missing !== undefined || this.#client === undefined) return Promise.resolve({ code: 'bad_config', message });
    if (!this.#answers) return Promise.resolve(unansweredPress);
    return this.#client.actPath(requestPath(action, options)).then(
      () => undefined,
      (error: unknown) => error as StudioError,
    );
  }

  #report({ summary, id }: ServiceAction, failure: PressFailure | undefined): void {
    const text = failure === undefined ? '' : `${failure.code}: ${failure.message}`;
    this.setVariableValues({ [lastErrorVariable.variableId]: text });
    if (failure) this.log('error', `${summary} (${id}): ${text}`);
    else this.log('debug', `${summary} (${id}): acknowledged`);
  }
}
