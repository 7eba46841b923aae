// The folders whose tests must notice changed code, each with the tests that are run once for every change of it.
import { globSync } from 'node:fs';

/** A part of the code for mutation testing. */
export interface Area {
  readonly name: string;
  /** The folders of its code. */
  readonly folders: readonly string[];
  /** Patterns of its tests: those in memory, which start no program. */
  readonly tests: readonly string[];
  /** The least share of changes that tests must notice in the whole area, in percent. */
  readonly minScore: number;
}

/** A file belongs to the first area that has it. */
export const areas: readonly Area[] = [
  { name: 'domain-access', folders: ['domain/access'], tests: ['test/domain/**/*.test.ts'], minScore: 90 },
  { name: 'domain', folders: ['domain'], tests: ['test/domain/**/*.test.ts'], minScore: 80 },
  { name: 'console', folders: ['application/console'], tests: ['test/application/console/**/*.test.ts'], minScore: 60 },
  {
    name: 'access',
    folders: ['application/access', 'application/api'],
    tests: [
      'test/{application,models,oracle,races,texts}/**/*.test.ts',
      'test/adapters/http/control/request/redact-target.test.ts',
      'test/journeys/legacy-guessing.test.ts',
    ],
    minScore: 60,
  },
  {
    name: 'application',
    folders: ['application'],
    tests: ['test/{application,models,races,texts,adapters/audit,adapters/cloud}/**/*.test.ts'],
    minScore: 60,
  },
  {
    name: 'casparcg',
    folders: ['adapters/drivers/casparcg'],
    tests: ['test/adapters/drivers/casparcg/**/*.test.ts'],
    minScore: 60,
  },
  {
    name: 'cloud',
    folders: ['adapters/cloud'],
    tests: ['test/{adapters/cloud,models,races}/**/*.test.ts'],
    minScore: 60,
  },
  {
    name: 'simulator',
    folders: ['simulator'],
    tests: ['test/{simulator,adapters/drivers}/**/*.test.ts'],
    minScore: 60,
  },
];

/** Returns the area with this name. Throws an error that names all areas. */
export const areaNamed = (name: string): Area => {
  const area = areas.find((one) => one.name === name);
  if (area === undefined) {
    throw new Error(`area: expected one of ${areas.map((one) => one.name).join(', ')}, got "${name}"`);
  }
  return area;
};

/** Returns the area that a file of the code belongs to. Pages are tested in browsers, and so belong to none. */
export const areaOf = (file: string): Area | undefined =>
  file.endsWith('.ts') && !file.startsWith('simulator/page/')
    ? areas.find(({ folders }) => folders.some((folder) => file.startsWith(`${folder}/`)))
    : undefined;

/** Returns the files of an area, without those of its folders that belong to another area. */
export const filesOf = (area: Area): readonly string[] =>
  area.folders.flatMap((folder) => globSync(`${folder}/**/*.ts`)).filter((file) => areaOf(file) === area);
