// The features without control routes are those of which the console shows no Control switch.
import { expect, it } from 'vitest';
import { catalogue } from '../../application/operations/catalogue.js';
import { features, readOnlyFeatures } from '../../domain/feature.js';

it('the features without control routes have no operation that controls', () => {
  const controlled = new Set(catalogue.filter(({ access }) => access === 'control').map(({ feature }) => feature));
  const others = features.filter((feature) => feature !== 'legacy' && !controlled.has(feature));
  expect(others).toEqual(readOnlyFeatures);
});
