// The studio's present: who may take the studio, and what of a kept present fits a layout that has changed since.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import {
  initialRuntimeState,
  fitRuntimeState,
  isSameRuntimeState,
  releaseStudio,
  takeStudio,
  type RuntimeState,
} from '../../../domain/studio/runtime-state.js';
import { demoStudio } from '../../../simulator/demo-studio.js';

const first = initialRuntimeState(demoStudio);

const kept: RuntimeState = {
  ...{ status: 'on_air', holder: 'bravo', activeBank: 'music' },
  variables: { ...first.variables, 'var-1': 'News', 'var-2': null, 'var-3': 7, 'var-4': 'ACME' },
};

const changed = (changes: Partial<StudioLayout>): StudioLayout => ({ ...demoStudio, ...changes });

describe('a kept present', () => {
  it('is kept whole where the layout is the same', () => {
    expect(fitRuntimeState(demoStudio, kept)).toEqual({ present: kept, unfit: [] });
  });

  it('may be held by nobody', () => {
    expect(fitRuntimeState(demoStudio, { ...kept, holder: null }).present.holder).toBeNull();
  });

  it('loses a station and a bank that are there no more, and takes those of the layout', () => {
    const layout = changed({
      stations: demoStudio.stations.filter(({ id }) => id === 'alpha'),
      banks: demoStudio.banks.filter(({ key }) => key === 'news'),
    });
    expect(fitRuntimeState(layout, kept)).toEqual({
      present: { ...kept, holder: 'alpha', activeBank: 'news' },
      unfit: ['the holder "bravo"', 'the active bank "music"'],
    });
  });

  it('loses variables that are gone or of another type by now; new ones begin as laid out', () => {
    const layout = changed({
      variables: [
        ...demoStudio.variables.filter(({ id }) => id !== 'var-1' && id !== 'var-3'),
        { id: 'var-3', station: 'alpha', name: 'GuestCount', type: 'STRING', value: 'two' },
        { id: 'var-9', station: 'alpha', name: 'Fresh', type: 'NUMBER', value: 9 },
      ],
    });
    const { present, unfit } = fitRuntimeState(layout, kept);
    expect(unfit).toEqual(['the variable "var-1"', 'the variable "var-3"']);
    expect(present.variables).toEqual({
      ...{ 'var-2': null, 'var-3': 'two', 'var-4': 'ACME', 'var-5': false, 'var-9': 9, 'var-11': 'Tonight on Bravo' },
    });
  });
});

describe('two presents', () => {
  const value = fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.string());
  const variables = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value);
  const present: fc.Arbitrary<RuntimeState> = fc.record({
    status: fc.constantFrom('on_air', 'off_air'),
    holder: fc.constantFrom('alpha', null),
    activeBank: fc.constantFrom('news', 'music'),
    variables,
  });

  it('are the same exactly when they tell the same', () => {
    fc.assert(
      fc.property(present, present, (one, other) => {
        expect(isSameRuntimeState(one, { ...one, variables: { ...one.variables } })).toBe(true);
        expect(isSameRuntimeState(one, other)).toBe(
          JSON.stringify([one.status, one.holder, one.activeBank, Object.entries(one.variables).sort()]) ===
            JSON.stringify([other.status, other.holder, other.activeBank, Object.entries(other.variables).sort()]),
        );
      }),
    );
  });
});

describe('the studio', () => {
  it('is taken by a station while nobody else holds it, and let go', () => {
    expect(takeStudio('alpha')({ ...first, holder: null })).toEqual(E.right({ ...first, holder: 'alpha' }));
    expect(takeStudio('alpha')(first)).toEqual(E.right(first));
    expect(E.isLeft(takeStudio('bravo')(first))).toBe(true);
    expect(releaseStudio(first).holder).toBeNull();
  });
});
