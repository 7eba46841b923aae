// Writes the AMCP commands of graphics. A text from outside can only appear in the data of a template.
import type { GraphicFields } from '../../../domain/studio/graphic.js';
import { formatAddress, type LayerAddress } from './commands.js';
import { quoted, templateData } from './template-data.js';

/** A layer's only template. HTML templates don't use the number. */
const templateLayer = '0';

/** Plays the template as soon as it is loaded. */
const playOnLoad = '1';

const line = (address: LayerAddress, ...parts: readonly string[]): string =>
  ['CG', formatAddress(address), ...parts].join(' ');

/** Adds a template with its texts and plays it. It replaces what is on the layer. */
export const addLine = (address: LayerAddress, template: string, texts: GraphicFields, version: string): string =>
  line(address, 'ADD', templateLayer, quoted(template), playOnLoad, templateData(texts, version));

export const updateLine = (address: LayerAddress, texts: GraphicFields, version: string): string =>
  line(address, 'UPDATE', templateLayer, templateData(texts, version));

/** Lets the template disappear in its own way. It stays on the layer. */
export const stopLine = (address: LayerAddress): string => line(address, 'STOP', templateLayer);

/** Removes the template from the layer. */
export const clearLine = (address: LayerAddress): string => line(address, 'CLEAR');
