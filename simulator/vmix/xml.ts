// Writes the state of a simulated vMix as its API does. The attributes and their order are those of vMix 25.
import type { Input } from './inputs.js';
import type { InputView, Mix, Mixer } from './mixer.js';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const listXml = ({ entries }: Input, selected: number): string =>
  entries
    .map(
      ({ file }, index) =>
        `<item${index + 1 === selected ? ' selected="true"' : ''}>C:\\Media\\${escaped(file)}</item>`,
    )
    .join('');

const inputXml = (input: Input, { state, positionMs, durationMs, loop, entry }: InputView): string => {
  const { key, number, type, name, entries } = input;
  const file = entries[entry - 1]?.file ?? '';
  const title = type === 'VideoList' ? `${name} - ${file}` : name;
  const isList = type === 'VideoList';
  const attributes = [
    `key="${key}" number="${String(number)}" type="${type}" title="${escaped(title)}" shortTitle="${escaped(name)}"`,
    `state="${state}" position="${String(positionMs)}" duration="${String(durationMs)}" loop="${loop ? 'True' : 'False'}"`,
    ...(isList ? [`selectedIndex="${String(entry)}"`] : []),
  ];
  const list = isList ? `<list>${listXml(input, entry)}</list>` : '';
  return `<input ${attributes.join(' ')}>${escaped(title)}${list}</input>`;
};

const mixXml = (mixer: Mixer, mix: Mix): string =>
  `<preview>${String(mixer.preview(mix).number)}</preview><active>${String(mixer.active(mix).number)}</active>`;

/** Returns the state, with the line end that vMix appends. */
export const stateXml = (mixer: Mixer): string => {
  const main = mixer.mixes.find(({ number }) => number === 1);
  const others = mixer.mixes.filter(({ number }) => number !== 1);
  return [
    '<vmix><version>25.0.0.34</version><edition>4K</edition>',
    `<inputs>${mixer.inputs.map((input) => inputXml(input, mixer.view(input))).join('')}</inputs>`,
    main === undefined ? '<preview>1</preview><active>1</active>' : mixXml(mixer, main),
    ...others.map((mix) => `<mix number="${String(mix.number)}">${mixXml(mixer, mix)}</mix>`),
    '</vmix>\r\n',
  ].join('');
};
