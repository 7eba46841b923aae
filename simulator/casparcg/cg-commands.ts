// Executes the template commands (CG) of a simulated CasparCG server.
import type { AmcpContext, AmcpResult } from './amcp.js';
import type { HtmlProducer } from './producer.js';
import * as stages from './stage.js';
import type { Stage } from './stage.js';
import { emptyPage, updatedPage } from './template-page.js';

/** A template command: the new stage, or the code with which the server refuses it. */
type Change = (context: AmcpContext, address: string, parameters: readonly string[]) => Stage | 403 | 404;

/** The folder of the templates, as the server reports it. */
const templateFolder = '/opt/casparcg/template/';

/** A command to the page that a layer shows. The server refuses it where there is none. */
const toPage =
  (change: (producer: HtmlProducer, context: AmcpContext, parameters: readonly string[]) => HtmlProducer): Change =>
  (context, address, parameters) => {
    const { foreground } = stages.layerOf(context.stage, address);
    if (foreground.kind !== 'html') return 403;
    return stages.change(context.stage, address, change(foreground, context, parameters));
  };

/** The parameters are the layer within the template, its name, whether to play it at once, and its data. */
const add: Change = ({ stage, templates, version, now }, address, [, name = '', play = '0', data = '']) => {
  const kind = templates.get(name.toLowerCase());
  if (kind === undefined) return 404;
  const page = updatedPage({ ...emptyPage, isPlaying: play.startsWith('1') }, data, version);
  const url = kind === 'page' ? `file://${templateFolder}${name}.html` : null;
  return stages.show(stage, address, { kind: 'html', template: name, url, page }, now);
};

/** The shortest lists of parameters that the server takes. */
const commands: Readonly<Record<string, { readonly change: Change; readonly parameters: number }>> = {
  ADD: { change: add, parameters: 3 },
  PLAY: { change: toPage((html) => ({ ...html, page: { ...html.page, isPlaying: true } })), parameters: 1 },
  STOP: { change: toPage((html) => ({ ...html, page: { ...html.page, isPlaying: false } })), parameters: 1 },
  REMOVE: { change: toPage((html) => ({ ...html, url: null })), parameters: 1 },
  UPDATE: {
    change: toPage((html, { version }, [, data = '']) => ({ ...html, page: updatedPage(html.page, data, version) })),
    parameters: 2,
  },
  CLEAR: {
    change: ({ stage, now, emptyMs }, address) => stages.clear(stage, (one) => one === address, now, now + emptyMs),
    parameters: 0,
  },
};

/** Executes a template command on the layer with an address; undefined if there is no such command. */
export const executeTemplateCommand = (
  context: AmcpContext,
  address: string,
  [verb = '', ...parameters]: readonly string[],
): AmcpResult | undefined => {
  const name = verb.toUpperCase();
  const command = commands[name];
  if (command === undefined) return undefined;
  const { stage } = context;
  if (parameters.length < command.parameters) return { stage, reply: `402 CG ${name} ERROR\r\n` };
  const changed = command.change(context, address, parameters);
  return typeof changed === 'number'
    ? { stage, reply: `${String(changed)} CG ${name} FAILED\r\n` }
    : { stage: changed, reply: '202 CG OK\r\n' };
};
