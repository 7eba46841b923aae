// The actions of the module: their fields, and the requests that the values of the fields make.
import type { CompanionOptionValues } from '@companion-module/base';
import { describe, expect, it } from 'vitest';
import { actionDefinitions } from '../../../../adapters/companion/definitions/actions.js';
import { requestPath } from '../../../../adapters/companion/definitions/call.js';
import type {
  ServiceDocument,
  ActionParameter,
  ServiceAction,
} from '../../../../adapters/companion/studio/document.js';
import { actionsOf } from '../../../../adapters/companion/studio/document.js';
import { sampleStudio } from '../sample-studio.js';

const text = (name: string, where: ActionParameter['in'], others: Partial<ActionParameter> = {}): ActionParameter => ({
  ...{ name, in: where, schema: { type: 'string' } },
  ...others,
});

const documentOf = (paths: Readonly<Record<string, readonly ActionParameter[]>>): ServiceDocument => ({
  info: { version: '1' },
  paths: Object.fromEntries(
    Object.entries(paths).map(([path, parameters]) => {
      const operationId = `${path.split('/').at(-1) ?? ''}.post`;
      return [path, { post: { operationId, summary: `Do ${operationId}`, parameters } }];
    }),
  ),
});

const document = documentOf({
  '/api/v2/outputs/{slot}/clips/{number}/play': [
    ...[text('slot', 'path', { required: true }), text('number', 'path', { required: true })],
    ...[text('scene', 'query'), text('bank', 'query', { description: 'Bank of clips' }), text('wait', 'query')],
    text('timeout', 'query', { schema: { type: 'integer', minimum: 100, maximum: 30_000, default: 2_000 } }),
    ...[text('Idempotency-Key', 'header'), text('key', 'query'), text('station', 'query')],
  ],
  '/api/v2/cameras/{id}/recall': [text('id', 'path', { required: true }), text('angle', 'query', { required: true })],
  '/api/v2/signals/{id}/set': [
    text('id', 'path', { required: true }),
    text('mode', 'query', { required: true, schema: { type: 'string', enum: ['a', 'b'] } }),
    text('note', 'query', { description: 'Any text' }),
    text('count', 'query', { required: true, schema: { type: 'integer' } }),
  ],
  '/api/v2/plain/signals/{id}/on': [text('id', 'path', { required: true })],
  '/api/state/state': [],
});

const studio = { ...sampleStudio, document };

const actionNamed = (id: string): ServiceAction => {
  const found = actionsOf(document).find((action) => action.id === id);
  if (found === undefined) throw new Error(`no action ${id}`);
  return found;
};

/** A field in short: its id, its type, its choices or limits, its default, and what makes it visible. */
const fieldsOf = (id: string): readonly unknown[] =>
  (actionDefinitions(studio, () => Promise.resolve())[id]?.options ?? []).map((field) => [
    ...[field.id, field.type, field.label],
    ...('choices' in field ? [field.choices.map((choice) => choice.id).join()] : []),
    ...('min' in field ? [field.min, field.max, field.required] : []),
    ...('default' in field ? [field.default] : []),
    ...(field.isVisibleExpression === undefined ? [] : [field.isVisibleExpression]),
  ]);

describe('the actions', () => {
  it('are those that accept POST, without plain twins and legacy routes', () => {
    expect(actionsOf(document).map(({ id, summary }) => [id, summary])).toEqual([
      ['play', 'Do play.post'],
      ['recall', 'Do recall.post'],
      ['set', 'Do set.post'],
    ]);
  });

  it('have a field for each parameter that an operator chooses', () => {
    expect(fieldsOf('play')).toEqual([
      ['slot', 'dropdown', 'slot', 'main,wall', 'main'],
      ['number', 'dropdown', 'number', 'opener,weather', 'opener'],
      ['scene_wall', 'dropdown', 'scene', 'left,right,', 'left', '$(options:slot) == "wall"'],
      ['bank', 'dropdown', 'Bank of clips', ',news,music', ''],
      ['timeout', 'number', 'timeout', 100, 30_000, false, 2_000],
      ['station', 'dropdown', 'station', ',sta-1,sta-2', ''],
    ]);
    expect(fieldsOf('recall')).toEqual([
      ['id', 'dropdown', 'id', 'cam-1,cam-2', 'cam-1'],
      ['angle_cam-1', 'dropdown', 'angle', 'wide,close', 'wide', '$(options:id) == "cam-1"'],
      ['angle_cam-2', 'dropdown', 'angle', 'wide', 'wide', '$(options:id) == "cam-2"'],
    ]);
    expect(fieldsOf('set')).toEqual([
      ['id', 'dropdown', 'id', 'lamp,door', 'lamp'],
      ['mode', 'dropdown', 'mode', 'a,b', 'a'],
      ['note', 'textinput', 'Any text', ''],
      ['count', 'number', 'count', 0, 86_400_000, true, 0],
    ]);
  });

  it('have fields that take variables of Companion', () => {
    const fields = Object.values(actionDefinitions(studio, () => Promise.resolve())).flatMap(
      (one) => one?.options ?? [],
    );
    const takesNone = fields.filter((field) => {
      if (field.type === 'dropdown') return field.allowCustom !== true;
      return field.type === 'textinput' && field.useVariables !== true;
    });
    expect(takesNone).toEqual([]);
    expect(new Set(fields.map(({ type }) => type))).toEqual(new Set(['dropdown', 'number', 'textinput']));
  });

  it('name a clip once, with every bank that has it', () => {
    const field = actionDefinitions(studio, () => Promise.resolve())['play']?.options[1];
    expect(field?.type === 'dropdown' && field.choices.map(({ label }) => label)).toEqual([
      'News opener (News 1, Music 1)',
      'Weather (News 2)',
    ]);
  });

  it('run with the values of the button, in whose texts the variables of Companion are replaced', async () => {
    const runs: unknown[] = [];
    const parsed: string[] = [];
    const definitions = actionDefinitions(studio, (action, options) => {
      runs.push([action.id, options]);
      return Promise.resolve();
    });
    const context = {
      parseVariablesInString: (value: string) => {
        parsed.push(value);
        return Promise.resolve(value.replaceAll('$(a:b)', 'B'));
      },
    };
    const options = { id: '$(a:b)', note: 'x $(a:b) y', mode: 'a', count: 5 };
    await definitions['set']?.callback({ options } as never, context as never);
    expect(runs).toEqual([['set', { id: 'B', note: 'x B y', mode: 'a', count: 5 }]]);
    expect(parsed).toEqual(['$(a:b)', 'x $(a:b) y']);
  });
});

describe('the request of a button', () => {
  it.each<readonly [string, CompanionOptionValues, string]>([
    ['play', { slot: 'main', number: 'a b' }, '/api/v2/outputs/main/clips/a%20b/play'],
    ['play', { slot: ' wall ', number: 3, scene_wall: 'left' }, '/api/v2/outputs/wall/clips/3/play?scene=left'],
    ['play', { slot: 'main', number: 'x', scene_wall: 'left' }, '/api/v2/outputs/main/clips/x/play'],
    [
      'play',
      { slot: 'wall', number: 'x', scene: 'right', scene_wall: 'left' },
      '/api/v2/outputs/wall/clips/x/play?scene=right',
    ],
    ['play', { slot: 'main', number: 'x', bank: '', timeout: 500 }, '/api/v2/outputs/main/clips/x/play?timeout=500'],
    ['play', { slot: 'main', number: 'x', wait: '0', key: 'k' }, '/api/v2/outputs/main/clips/x/play'],
    [
      'recall',
      { id: 'cam-2', 'angle_cam-1': 'close', 'angle_cam-2': 'wide' },
      '/api/v2/cameras/cam-2/recall?angle=wide',
    ],
    ['set', { id: 'lamp', mode: 'b', note: '', count: 0 }, '/api/v2/signals/lamp/set?mode=b&count=0'],
    ['set', { id: ['lamp'], mode: false, count: '' }, '/api/v2/signals//set?mode=false&count='],
  ])('%s with %j', (id, options, path) => {
    expect(requestPath(actionNamed(id), options)).toBe(path);
  });
});
