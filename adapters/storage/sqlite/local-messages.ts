// Messages among the parts of a console with the embedded database; no other process can open it.
import { changeNotifier } from '../../../application/ports/watch.js';
import type { ConsoleMessage, ConsoleMessages } from '../../../application/ports/console-messages.js';

/** Passes messages within this process. */
export const localMessages = (): ConsoleMessages => {
  const { watch, notify } = changeNotifier<ConsoleMessage>();
  const send: ConsoleMessages['send'] = (message) => {
    notify(message);
    return Promise.resolve();
  };
  return { maxLength: Infinity, send, watch };
};
