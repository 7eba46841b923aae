// Runs on the host beside the service: the console that the service follows, calls from the host itself, and the
// simulator's steering, which listens on loopback alone.
import { openCloud, type Cloud } from '../cloud.js';
import type { Answer, ConsoleCall } from '../driver.js';
import { sendHttp, type HttpCall } from '../http.js';
import { callerAgent } from './caller-agent.js';
import { serve } from './remote.js';

let opened: Cloud | undefined;

const cloud = (): Cloud => {
  if (opened === undefined) throw new Error('no console was opened');
  return opened;
};

const hostAgent = {
  ...callerAgent,
  openCloud: async (studio: { readonly id: string; readonly name: string }) => {
    opened = await openCloud(studio);
    return { url: opened.url, studioKey: opened.studioKey };
  },
  askConsole: (call: ConsoleCall): Promise<Answer> => cloud().askConsole(call),
  cut: () => cloud().channel.cut(),
  mend: () => cloud().channel.mend(),
  sent: () => cloud().channel.sent(),
  inject: (text: string) => cloud().channel.inject(text),
  send: (call: HttpCall): Promise<Answer> => sendHttp(call),
};
export type HostAgent = typeof hostAgent;

if (process.argv[1] === import.meta.filename) serve(hostAgent);
