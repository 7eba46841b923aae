// What the module offers in Companion for the demo studio, and the requests of its buttons.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionDefinitions } from '../../../../adapters/companion/definitions/actions.js';
import { readyButtons } from '../../../../adapters/companion/definitions/buttons.js';
import { missingValues, requestPath } from '../../../../adapters/companion/definitions/call.js';
import { ownFieldPrefix } from '../../../../adapters/companion/definitions/fields.js';
import { feedbackDefinitions } from '../../../../adapters/companion/definitions/feedbacks.js';
import { presetDefinitions } from '../../../../adapters/companion/definitions/presets.js';
import {
  formatSeconds,
  recordVariable,
  remainingSeconds,
  sceneVariable,
  variableDefinitions,
  variableValues,
} from '../../../../adapters/companion/definitions/variables.js';
import { studioClient } from '../../../../adapters/client/client.js';
import { readStudio, readVersion } from '../../../../adapters/companion/service/read-studio.js';
import { actionsOf, type ServiceAction } from '../../../../adapters/companion/studio/document.js';
import type { KnownStudio } from '../../../../adapters/companion/studio/studio.js';
import { catalogue } from '../../../../application/operations/catalogue.js';
import { serviceBench, type ServiceBench } from '../service-bench.js';

let service: ServiceBench;
let studio: KnownStudio;

beforeAll(async () => {
  service = await serviceBench();
  const url = new URL(`http://127.0.0.1:${String(service.settings.port)}`);
  studio = await readStudio(studioClient({ url, token: '' }), AbortSignal.timeout(10_000), Date.now());
});

afterAll(() => service.close());

const actionNamed = (id: string): ServiceAction => {
  const found = actionsOf(studio.document).find((action) => action.id === id);
  if (found === undefined) throw new Error(`the document has no action ${id}`);
  return found;
};

const fieldsOf = (id: string) => actionDefinitions(studio, () => Promise.resolve())[id]?.options ?? [];

const choicesOf = (id: string, field: string): readonly (string | number)[] => {
  const found = fieldsOf(id).find((one) => one.id === field);
  return found?.type === 'dropdown' ? found.choices.map((choice) => choice.id) : [];
};

describe('the version of the service', () => {
  it('is that of its document', async () => {
    const url = new URL(`http://127.0.0.1:${String(service.settings.port)}`);
    const version = await readVersion(studioClient({ url, token: '' }), AbortSignal.timeout(10_000));
    expect(version).toBe(studio.document.info.version);
  });
});

describe('the actions', () => {
  it('are all actions of the service', () => {
    const controlled = catalogue.filter(({ access }) => access === 'control').map(({ name }) => name);
    expect(Object.keys(actionDefinitions(studio, () => Promise.resolve())).sort()).toEqual(controlled.sort());
  });

  it('offer the records of the studio', () => {
    expect(choicesOf('clip.play', 'slot')).toEqual(['main', 'wall']);
    expect(choicesOf('clip.play', 'number')).toEqual(['opener', 'headlines', 'weather', 'closer', 'bed', 'sting']);
    expect(choicesOf('clip.play', 'bank')).toEqual(['', 'news', 'music']);
    expect(choicesOf('signal.toggle', 'id')).toEqual(['red-light', 'mic-live', 'phone-ring', 'door-lock']);
    expect(choicesOf('bank.activate', 'key')).toEqual(['news', 'music']);
    expect(choicesOf('camera.recall', 'angle_cam-1')).toEqual(['wide', 'close', 'profile']);
    expect(choicesOf('variable.set', 'name')).toContain('Headline');
  });

  it('have fields for the parameters of a macro, visible while it is chosen', () => {
    const parameters = [
      { name: 'guest', type: 'NUMBER', default: 1 },
      ...[0, false, '', null].map((value) => ({ name: 'x', type: 'STRING', default: value }) as const),
    ] as const;
    const macros = studio.state.macros?.map((macro) => (macro.id === 'mac-1' ? { ...macro, parameters } : macro)) ?? [];
    const withParameters = { ...studio, state: { ...studio.state, macros } };
    const options = actionDefinitions(withParameters, () => Promise.resolve())['macro.run']?.options ?? [];
    const fields = options.filter(({ id }) => id.startsWith('parameters'));
    expect(fields[0]).toMatchObject({
      ...{ id: 'parameters_mac-1:guest', default: '1', isVisibleExpression: '$(options:id) == "mac-1"' },
    });
    expect(fields.slice(1)).toMatchObject(['0', 'false', '', ''].map((value) => ({ default: value })));
    const chosen = { id: 'mac-1', 'parameters_mac-1:guest': '2' };
    expect(requestPath(actionNamed('macro.run'), chosen)).toBe('/api/v2/macros/mac-1/run?guest=2');
  });

  it('send a macro only its own parameters', () => {
    const options = { id: 'b', 'parameters_b:guest': '1', 'parameters_a_b:guest': '2', 'parameters_a_b:host': '3' };
    expect(requestPath(actionNamed('macro.run'), options)).toBe('/api/v2/macros/b/run?guest=1');
    expect(requestPath(actionNamed('macro.run'), { ...options, id: 'a_b' })).toBe(
      '/api/v2/macros/a_b/run?guest=2&host=3',
    );
    const field = `${ownFieldPrefix('parameters', 'b:c')}guest`;
    expect(requestPath(actionNamed('macro.run'), { id: 'b', [field]: '4' })).toBe('/api/v2/macros/b/run');
    expect(requestPath(actionNamed('macro.run'), { id: 'b:c', [field]: '4' })).toBe('/api/v2/macros/b%3Ac/run?guest=4');
  });
});

describe('the request of a press', () => {
  it('has the values of the fields, encoded', () => {
    const options = { name: 'Headline', value: 'Wind & weather' };
    expect(requestPath(actionNamed('variable.set'), options)).toBe(
      '/api/v2/variables/Headline/set?value=Wind+%26+weather',
    );
  });

  it('sends an empty value where the document requires one, and else none', () => {
    const options = { name: 'Headline', value: '', station: '' };
    expect(requestPath(actionNamed('variable.set'), options)).toBe('/api/v2/variables/Headline/set?value=');
  });

  it('keeps a value in its part of the path', () => {
    const path = requestPath(actionNamed('signal.on'), { id: '../studio/onair?x=$&' });
    expect(path).toBe('/api/v2/signals/..%2Fstudio%2Fonair%3Fx%3D%24%26/on');
  });

  it('names the fields that are empty', () => {
    expect(missingValues(actionNamed('clip.play'), { slot: 'main', number: ' ' })).toEqual(['number']);
  });
});

describe('the ready buttons', () => {
  it('are unique, and all their actions and feedbacks exist', () => {
    const buttons = readyButtons(studio, 'studio');
    expect(new Set(buttons.map(({ id }) => id)).size).toBe(buttons.length);
    const feedbacks = Object.keys(feedbackDefinitions(studio, () => undefined));
    const actions = Object.keys(actionDefinitions(studio, () => Promise.resolve()));
    expect(feedbacks).toEqual(
      expect.arrayContaining(buttons.flatMap(({ lights }) => lights.map((one) => one.feedbackId))),
    );
    expect(actions).toEqual(expect.arrayContaining(buttons.flatMap(({ press }) => press?.actionId ?? [])));
  });

  it('show variables that exist', () => {
    const known = new Set(variableDefinitions(studio).map(({ variableId }) => `$(studio:${variableId})`));
    const shown = readyButtons(studio, 'studio').flatMap(({ text }) => text.match(/\$\([^)]*\)/g) ?? []);
    expect(shown.filter((variable) => !known.has(variable))).toEqual([]);
    expect(shown.length).toBeGreaterThan(0);
  });

  it('send requests that the service understands', async () => {
    const refused: string[] = [];
    for (const { press } of readyButtons(studio, 'studio')) {
      // Another holder has other variables and automations.
      if (press === undefined || press.actionId.startsWith('station.')) continue;
      const path = requestPath(actionNamed(press.actionId), press.options);
      const url = `http://127.0.0.1:${String(service.settings.port)}${path}${path.includes('?') ? '&' : '?'}wait=0`;
      const { status } = await fetch(url, { method: 'POST' });
      if (status === 400 || status === 404) refused.push(path);
    }
    expect(refused).toEqual([]);
  });

  it('of actions that the service does not offer are left out', () => {
    const paths = Object.entries(studio.document.paths).filter(([path]) => !path.includes('/macros/'));
    const without = { ...studio, document: { ...studio.document, paths: Object.fromEntries(paths) } };
    const ids = Object.keys(presetDefinitions(without, 'studio'));
    expect(ids.filter((id) => id.startsWith('macro.'))).toEqual([]);
    expect(ids).toContain('automation.start auto-1');
  });
});

describe('the variables', () => {
  it('count the remaining time on, and hold that of a paused clip', () => {
    expect(remainingSeconds({ remainingMs: 60_000, paused: false }, 1_000, 3_500)).toBe(58);
    expect(remainingSeconds({ remainingMs: 60_000, paused: true }, 1_000, 3_500)).toBe(60);
    expect(remainingSeconds({ remainingMs: 1_000, paused: false }, 0, 9_000)).toBe(0);
    expect(remainingSeconds({ remainingMs: null, paused: false }, 0, 9_000)).toBeUndefined();
    expect([65, 5, 3_600, undefined].map(formatSeconds)).toEqual(['1:05', '0:05', '60:00', '']);
  });

  it('have ids of their own, whatever the names of the records', () => {
    const names = ['Überschrift', 'Öberschrift', '標題', '題目', 'a b', 'a-b', 'a_b'];
    const idsOf = names.map((name) => recordVariable('variable', name));
    expect(new Set(idsOf).size).toBe(names.length);
    expect(idsOf.filter((id) => !/^[\w-]+$/.test(id))).toEqual([]);
    expect(names.map((name) => recordVariable('variable', name))).toEqual(idsOf);
    expect(idsOf.slice(-2)).toEqual(['variable_a-b', 'variable_a_b']);
    expect(sceneVariable('a_b', 'c', 'clip')).not.toBe(sceneVariable('a', 'b_c', 'clip'));
  });

  it('show the studio', () => {
    expect(variableValues(studio, studio.readAtMs)).toMatchObject({
      studio_name: 'Studio One',
      studio_status: 'off_air',
      holder: 'Alpha FM',
      bank: 'News',
      health: 'ok',
      'signal_red-light': 'off',
      output_main_full_clip: '',
      output_wall_left_remaining: '',
      variable_Headline: 'Good morning',
    });
  });
});

describe('the feedbacks', () => {
  it('never hold while the service is not connected', () => {
    const definitions = feedbackDefinitions(studio, () => undefined);
    const asked = Object.values(definitions).map((definition) =>
      definition?.callback({ options: {} } as never, {} as never),
    );
    expect(new Set(asked)).toEqual(new Set([false]));
  });
});
