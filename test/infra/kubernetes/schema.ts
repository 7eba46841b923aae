// Checks objects of Kubernetes against its published schemas, and names fields that the schemas don't have.
import ts from 'typescript';
import type { KubernetesObject } from './rendered.js';

/** What the package has for each kind. */
type Model = new (object: KubernetesObject) => { readonly validate: () => void };

const moduleOf = ({ apiVersion, kind }: KubernetesObject): string => `kubernetes-models/${apiVersion}/${kind}`;

/** Rejects if an object violates the schema of its kind, or if Kubernetes has no such kind. */
export const requireSchema = async (object: KubernetesObject): Promise<void> => {
  const models = (await import(moduleOf(object))) as Readonly<Record<string, Model>>;
  const OfKind = models[object.kind];
  if (OfKind === undefined) throw new Error(`Kubernetes has no ${object.apiVersion} ${object.kind}`);
  new OfKind(object).validate();
};

/** The name of the program that is checked; it isn't on disk. */
const program = `${import.meta.dirname}/rendered-objects.ts`;

/** The schemas allow further fields, in which a mistyped one would hide. The types of the same package don't. */
export const unknownFields = (objects: readonly KubernetesObject[]): readonly string[] => {
  const lines = objects.map((object, index) => {
    const type = `import('${moduleOf(object)}').I${object.kind}`;
    return `export const object${String(index)}: ${type} = ${JSON.stringify(object)};`;
  });
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    types: [],
  };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (name) => name === program || disk.fileExists(name),
    getSourceFile: (name, ...others) =>
      name === program
        ? ts.createSourceFile(name, lines.join('\n'), ts.ScriptTarget.ES2022)
        : disk.getSourceFile(name, ...others),
  };
  const checked = ts.createProgram([program], options, host);
  return ts.getPreEmitDiagnostics(checked).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};
