// A program that fuzzes a target with an endless loop: the third input is never handled.
import { fuzzInputs } from './run.js';

let inputs = 0;

const check = (): void => {
  inputs += 1;
  while (inputs >= 3) inputs += 1;
};

const target = { generate: () => Buffer.from('endless'), open: () => ({ check, close: () => undefined }) };

await fuzzInputs(target, { name: 'planted-endless', seed: 1, count: 5, from: 0 }, Number(process.argv[2]));
