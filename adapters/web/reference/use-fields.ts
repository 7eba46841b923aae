// The fields of a route: values, and choices from the studio. A required field begins with the studio's first choice.
import { useEffect, useState } from 'react';
import type { Parameter } from './openapi.js';
import type { Route } from './routes.js';
import { choicesOf, listPath, readChoices, type Choice, type ApiAccess } from './studio.js';

interface Field {
  readonly parameter: Parameter;
  readonly value: string;
  readonly choices: readonly Choice[];
}

interface Fields {
  readonly fields: readonly Field[];
  /** The values of all fields, by name. */
  readonly values: Readonly<Record<string, string>>;
  readonly setValue: (name: string, value: string) => void;
}

interface List {
  readonly path: string;
  readonly choices: readonly Choice[];
}

/** Returns the choices of a path. While those of another one are known, it has none. */
export const choicesAt = (list: List | undefined, path: string | undefined): readonly Choice[] =>
  list !== undefined && list.path === path ? list.choices : [];

const useList = (path: string | undefined, token: string): readonly Choice[] => {
  const [list, setList] = useState<List>();
  useEffect(() => {
    if (path === undefined) return undefined;
    let isCurrent = true;
    void readChoices(path, token).then((choices) => {
      if (isCurrent) setList({ path, choices });
    });
    return () => {
      isCurrent = false;
    };
  }, [path, token]);
  return choicesAt(list, path);
};

/** Returns the fields of a route. */
export const useFields = (route: Route, studio: ApiAccess): Fields => {
  const { state = {}, token } = studio;
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({});
  const withStateChoices = route.parameters.map((parameter) => {
    const choices = choicesOf(route, parameter, entered, state);
    const first = parameter.required === true ? (choices[0]?.value ?? '') : '';
    return { parameter, choices, value: entered[parameter.name] ?? first };
  });
  const known = Object.fromEntries(withStateChoices.map(({ parameter, value }) => [parameter.name, value]));
  const listed = route.parameters.find((parameter) => listPath(route, parameter, known, studio) !== undefined);
  const list = useList(listed && listPath(route, listed, known, studio), token);
  const fields = withStateChoices.map((field) =>
    field.parameter === listed
      ? {
          ...field,
          choices: list,
          value: entered[listed.name] ?? (listed.required === true ? (list[0]?.value ?? '') : ''),
        }
      : { ...field, choices: choicesOf(route, field.parameter, known, state) },
  );
  return {
    fields,
    values: Object.fromEntries(fields.map(({ parameter, value }) => [parameter.name, value])),
    setValue: (name, value) => {
      setEntered((before) => ({ ...before, [name]: value }));
    },
  };
};
