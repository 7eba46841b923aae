// The text of docs/performance.md.
import { connectionCounts, servers, type AnswerFigures, type ServerName } from './answers.js';
import { measuredCalls, type CallKey } from './calls.js';
import { serverLabels } from './chart.js';
import { choices } from './choices.js';
import type { Figures } from './figures.js';
import { profileSection } from './profile-section.js';
import type { Spread } from './statistics.js';
import { table } from './table.js';

const spread = ({ median, from, to }: Spread): string => `${median.toFixed(2)} (${from.toFixed(2)}–${to.toFixed(2)})`;

const row = (name: ServerName, figures: AnswerFigures): readonly string[] => [
  serverLabels[name],
  Math.round(figures.perSecond).toLocaleString('en'),
  figures.medianMs.toFixed(2),
  figures.p99Ms.toFixed(2),
  figures.costUs.toFixed(1),
  spread(figures.rate),
  spread(figures.p99),
];

const heads = ['Server', 'Answers/s', 'Median, ms', 'p99, ms', 'Processor time, µs', 'Rate', 'p99, relative'];

const answersSection = ({ answers }: Figures): string =>
  (Object.keys(answers) as CallKey[])
    .flatMap((call) => [
      `### ${measuredCalls[call].name}`,
      ...connectionCounts.flatMap((count) => {
        const figures = answers[call][String(count)];
        return figures === undefined
          ? []
          : [
              `${String(count)} ${count === 1 ? 'connection' : 'connections'}:`,
              table(
                heads,
                servers.map((name) => row(name, figures[name])),
              ),
            ];
      }),
    ])
    .join('\n\n');

const refusedSection = ({ answers }: Figures): string =>
  table(
    ['Connections', 'Processor time of a refused call, relative to an admitted one'],
    connectionCounts.flatMap((count) => {
      const figures = answers.refused[String(count)];
      return figures === undefined ? [] : [[String(count), spread(figures.service.toRead)]];
    }),
  );

const growthSection = ({ growth }: Figures): string =>
  table(
    ['What grows', 'From', 'To', 'Processor time of a read, relative'],
    Object.entries(growth).map(([name, { small, large, cost }]) => [
      name,
      small.toLocaleString('en'),
      large.toLocaleString('en'),
      spread(cost),
    ]),
  );

const memorySection = ({ memory }: Figures): string =>
  table(
    ['What', 'Figure'],
    [
      ['start to first answer', `${memory.firstAnswerMs.toFixed(0)} ms`],
      ['processor time of the start', `${memory.startCostMs.toFixed(0)} ms`],
      ['memory at rest', `${memory.restMB.toFixed(0)} MB`],
      [`memory after ${memory.calls.toLocaleString('en')} reads`, `${memory.afterCallsMB.toFixed(0)} MB`],
      ['memory a minute later', `${memory.minuteLaterMB.toFixed(0)} MB`],
    ],
  );

const others = `| What                                                           | Command                     | Result                                                                       |
| -------------------------------------------------------------- | --------------------------- | ---------------------------------------------------------------------------- |
| from the console's answer to the first call under the new rule | \`npm run bench -- sync\`        | median 5 ms, p99 22 ms; twice a bare push plus a durable file                |
| one change sent to 500 listeners, one of them stalled          | \`npm run bench -- event-streams\`      | median 7 ms, p99 32 ms; the stalled listener is dropped                      |
| calls while one address floods with 16,000 connections         | \`npm run bench -- connections\` | median 0.7 to 1.3 times that without a flood; 99 % within 100 ms             |
| pending calls when a player dies                               | \`npm run soak -- deaths\`       | answered within 1 ms; reconnected within 0.2 s of its return                 |
| calls that are repeated while the service is killed            | \`npm run soak -- crashes\`      | each clip is sent at most once; 19 of 1,000 were not sent, and answered 424  |
| an hour of simulated time at 100 changes a second              | \`npm run soak -- hour\`         | heap 46.3 MiB after ten minutes, 46.8 MiB at the end; takes 71 s             |
| four consoles on one database                                  | \`npm run soak -- fleet\`        | see [Many studios](fleet.md#figures)                                         |
| four consoles that are replaced one by one                     | \`npm run soak -- rolling\`      | see [Many studios](fleet.md#figures)                                         |
| services on one console                                        | \`npm run soak -- services\`     | 10,000, each 22 KiB (69 KiB with TLS)                                        |
| 200 devices over all drivers, at rest                          | \`npm run bench -- devices\`     | 129 and 164 MB in two runs, 1.6 and 1.9 % of a core; 88 MB and 0.02 % without devices |
| 300 connections over all drivers, 20 of each, at rest          | \`npm run bench -- drivers\`       | 45 MB and 6 % of a core more than without; each 0 to 1 MB (OBS) and 0 to 0.1 % (CasparCG) |`;

/** Returns the document that shows figures. */
export const documentText = (figures: Figures): string => `# Performance

\`npm run bench -- --write\` measures and writes this page. It was measured on ${figures.machine}.

Every figure of the service is measured beside bare servers, which do nothing but send the same body with the same headers. The service
recognizes the caller, checks the access, logs, counts and records each call. The load comes from one core, the server has
the other. The rounds of all servers and calls alternate; figures are medians of the rounds, and ranges in parentheses are their middle half.

- _Rate_ is the number of answers per processor time, as a part of that of bare restify: 1 is as fast, more is faster.
- _p99, relative_ is the 99th percentile of the time to an answer, as a multiple of that of bare restify.

## Answers

![Answers per processor time beside bare servers](images/performance.svg)

${answersSection(figures)}

## Refused calls

The processor time of a refused call, as a multiple of that of the same call with a token in the same rounds:

${refusedSection(figures)}

## Where the time goes

${profileSection(figures.profile)}

## Growth

The large numbers are the most that a configuration or a studio file may have, up to 10,000.

${growthSection(figures)}

## Start and memory

${memorySection(figures)}

## Other figures

${others}

${choices}

## How to measure

| Command | What it does |
| --- | --- |
| \`npm run bench\` | measures everything, in about 21 minutes |
| \`npm run bench -- answers profile growth memory\` | measures the named parts alone |
| \`npm run bench -- --write\` | also writes [performance.json](performance.json), the chart and this page; parts that weren't measured stay |
| \`npm run bench -- --compare\` | fails if a cost is worse than the committed one by more than a quarter |

\`ROUNDS\`, \`ROUND_MS\` and \`CALLS\` change how long it takes. It needs two cores and \`taskset\`.
`;
