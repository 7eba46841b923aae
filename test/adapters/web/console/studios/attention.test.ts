// What the console's page states of a studio: whether its settings are in effect, what needs attention, and the order of studios.
import { describe, expect, it } from 'vitest';
import { isInEffect, syncStatusOf } from '../../../../../adapters/web/console/studio/sync-status.js';
import { allProblems, problemsOf } from '../../../../../adapters/web/console/studios/attention.js';
import {
  labelsOf,
  listStudios,
  overviewOf,
  type StudioFilter,
} from '../../../../../adapters/web/console/studios/overview.js';

type Studio = Parameters<typeof syncStatusOf>[0];

const studio = (changes: object = {}): Studio =>
  ({
    ...{
      id: 'studio-1',
      name: 'One',
      labels: [],
      apiEnabled: true,
      connected: true,
      desiredVersion: 5,
      appliedVersion: 5,
    },
    ...{ confirmedAt: '2021-03-01T12:00:00.000Z', refusal: null, service: null },
    ...changes,
  }) as unknown as Studio;

const refusal = (version: number) => ({ refusal: { version, reason: 'x', time: '2021-03-01T12:00:00.000Z' } });
const service = (health: 'ok' | 'degraded', ...alarms: object[]) => ({ service: { health, alarms } });
const offline = { connected: false };

describe('the settings of a studio', () => {
  it.each<[string, object, string, string[]]>([
    ['are in effect', {}, 'in_effect', []],
    ['are not, if its service has older ones', { appliedVersion: 4 }, 'pending', ['pending']],
    ['are not, if its service has newer ones', { appliedVersion: 6 }, 'pending', ['pending']],
    ['are not, before its service confirms any', { appliedVersion: null }, 'pending', ['pending']],
    ['were in effect when its service was connected', offline, 'confirmed', ['offline']],
    ['were not', { ...offline, appliedVersion: 4 }, 'offline', ['offline', 'pending']],
    ['were unknown', { ...offline, appliedVersion: null }, 'offline', ['offline', 'pending']],
    ['wait for the first connection', { ...offline, appliedVersion: null, confirmedAt: null }, 'new', ['new']],
    ['are refused', { appliedVersion: 4, ...refusal(5) }, 'refused', ['refused']],
    [
      'are refused, also by a service that is offline',
      { ...offline, ...refusal(5) },
      'refused',
      ['offline', 'refused'],
    ],
    ['are pending after earlier ones were refused', { appliedVersion: 3, ...refusal(4) }, 'pending', ['pending']],
  ])('%s', (_, changes, status, problems) => {
    expect(syncStatusOf(studio(changes))).toBe(status);
    expect(problemsOf(studio(changes))).toEqual(problems);
  });

  it.each([
    [{}, 5, true],
    [{}, 4, true],
    [{}, 6, false],
    [offline, 5, false],
    [{ appliedVersion: null }, 0, false],
    [refusal(5), 5, false],
    [refusal(4), 5, true],
  ])('of the studio %j and the version %d are in effect: %s', (changes, version, expected) => {
    expect(isInEffect(studio(changes), version)).toBe(expected);
  });
});

describe('a studio needs attention', () => {
  const alarm = {};

  it.each<[string, object, string[]]>([
    ['if its API is off', { apiEnabled: false }, ['api_off']],
    ['if its service is degraded', service('degraded'), ['degraded']],
    ['if it has alarms', service('ok', alarm, alarm), ['alarms']],
    ['for nothing that a lost service reported', { ...offline, ...service('degraded', alarm) }, ['offline']],
    [
      'for everything, the most urgent first',
      { apiEnabled: false, appliedVersion: 4, ...service('degraded', alarm) },
      ['api_off', 'degraded', 'alarms', 'pending'],
    ],
    ['for nothing, if its service is well', service('ok'), []],
  ])('%s', (_, changes, problems) => {
    expect(problemsOf(studio(changes))).toEqual(problems);
  });
});

describe('the overview', () => {
  const studios = [
    studio({ id: 'a', name: 'Studio 10', labels: ['north', 'radio'] }),
    studio({ id: 'b', name: 'Studio 2', labels: ['north'] }),
    studio({ id: 'c', name: 'Annex', labels: ['Süd'], appliedVersion: 4 }),
    studio({ id: 'd', name: 'Studio 3', labels: ['north'], connected: false, appliedVersion: 4 }),
    studio({ id: 'e', name: 'Studio 1', apiEnabled: false }),
    studio({ id: 'f', name: 'Studio 4', labels: ['north'], connected: false }),
  ];
  const shown = (filter: Partial<StudioFilter>) => {
    const { urgent, others, counts } = overviewOf(listStudios(studios), {
      search: '',
      status: undefined,
      label: '',
      ...filter,
    });
    return {
      urgent: urgent.map(({ studio: { id } }) => id).join(''),
      others: others.map(({ studio: { id } }) => id).join(''),
      counts: allProblems.flatMap((problem) =>
        counts.has(problem) ? [`${problem} ${String(counts.get(problem))}`] : [],
      ),
    };
  };

  it('has the most urgent studios first, then the others, each by name and number', () => {
    expect(shown({})).toEqual({ urgent: 'edfc', others: 'ba', counts: ['api_off 1', 'offline 2', 'pending 2'] });
  });

  it('finds words of name, id and labels, whatever their case and accents', () => {
    expect(shown({ search: 'STUDIO north' })).toMatchObject({ urgent: 'df', others: 'ba' });
    expect(shown({ search: 'sud' })).toMatchObject({ urgent: 'c', others: '' });
    expect(shown({ search: 'f' })).toMatchObject({ urgent: 'f', others: '' });
  });

  it('has whole labels only, and counts what search and label find, whatever the status', () => {
    expect(shown({ label: 'nor' })).toEqual({ urgent: '', others: '', counts: [] });
    expect(shown({ label: 'north', status: 'pending' })).toEqual({
      urgent: 'd',
      others: '',
      counts: ['offline 2', 'pending 1'],
    });
  });

  it('offers each label once, in alphabetical order', () => {
    expect(labelsOf(studios)).toEqual(['north', 'radio', 'Süd']);
  });
});
