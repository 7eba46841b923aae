// The chart of reads: answers per second of processor time beside bare servers, as parts of bare restify.
import { reference, servers, type ServerName } from './answers.js';
import { measuredCalls, type CallKey } from './calls.js';
import type { Figures } from './figures.js';

const colours: Readonly<Record<ServerName, string>> = {
  'node-http': '#9aa5b1',
  fastify: '#7b8794',
  restify: '#52606d',
  express: '#cbd2d9',
  service: '#0b7285',
};

/** The names of the servers in documents. */
export const serverLabels: Readonly<Record<ServerName, string>> = {
  'node-http': 'node:http',
  restify: 'restify 12',
  express: 'Express 5',
  fastify: 'Fastify 5',
  service: 'Studio Control',
};

/** The number of connections that the chart shows. */
const shownConnections = '50';

const left = 150;
const width = 720;
const barHeight = 16;
const groupGap = 34;
const font = 'font-family="system-ui, sans-serif" font-size="13"';

const text = (x: number, y: number, content: string, more = ''): string =>
  `<text x="${String(x)}" y="${String(y)}" ${font} ${more}>${content}</text>`;

/** Returns the chart as SVG. */
export const chart = ({ answers }: Figures): string => {
  const rates = (Object.keys(answers) as CallKey[]).map(
    (call) =>
      [call, servers.map((name) => [name, answers[call][shownConnections]?.[name].rate.median ?? 0] as const)] as const,
  );
  const highest = Math.max(...rates.flatMap(([, all]) => all.map(([, rate]) => rate)));
  const scale = (width - left - 60) / highest;
  const groupHeight = servers.length * barHeight + groupGap;
  const groups = rates.flatMap(([call, all], group) => {
    const top = 20 + group * groupHeight;
    const bars = all.flatMap(([name, rate], at) => {
      const y = top + 10 + at * barHeight;
      const label = rate.toFixed(2);
      return [
        text(left - 8, y + 12, serverLabels[name], 'text-anchor="end" fill="#3e4c59"'),
        `<rect x="${String(left)}" y="${String(y + 1)}" width="${(rate * scale).toFixed(1)}" height="${String(barHeight - 3)}" fill="${colours[name]}"/>`,
        text(Math.round(left + rate * scale) + 6, y + 12, label, 'fill="#3e4c59"'),
      ];
    });
    return [text(8, top, measuredCalls[call].name, 'font-weight="600" fill="#1f2933"'), ...bars];
  });
  const height = 20 + rates.length * groupHeight;
  const title = `Answers per processor time as a part of bare ${serverLabels[reference]}, ${shownConnections} connections`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}" role="img" aria-label="${title}">`,
    `<rect width="${String(width)}" height="${String(height)}" fill="#ffffff"/>`,
    ...groups,
    '</svg>',
    '',
  ].join('\n');
};
