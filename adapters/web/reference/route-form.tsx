// A form that fills in a route, shows the call, and sends it.
import { useState, type ReactElement } from 'react';
import { takesToken } from './api.js';
import { BodyField } from './body-field.js';
import { bodyIssue, curlOf, missingIn, targetOf, type Draft } from './call.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { ParameterField } from './parameter-field.js';
import { ReplyView } from './reply-view.js';
import type { Route } from './routes.js';
import { needsNoQuestion, type ApiAccess } from './studio.js';
import { useCall } from './use-call.js';
import { useFields } from './use-fields.js';
import { VariantChoice } from './variant-choice.js';

type FieldList = ReturnType<typeof useFields>;

const ParameterFields = ({
  fields,
  missing,
  setValue,
}: Pick<FieldList, 'fields' | 'setValue'> & { readonly missing: readonly string[] }): ReactElement => (
  <div className="fields">
    {fields.map((field) => (
      <ParameterField
        key={`${field.parameter.in} ${field.parameter.name}`}
        {...field}
        isMissing={missing.includes(field.parameter.name)}
        onChange={(value) => {
          setValue(field.parameter.name, value);
        }}
      />
    ))}
  </div>
);

interface SendingProps {
  readonly route: Route;
  readonly call: ReturnType<typeof useCall>;
}

interface QuestionProps {
  readonly route: Route;
  readonly draft: Draft;
  readonly access: ApiAccess;
  readonly onAnswer: (isConfirmed: boolean) => void;
}

/** Renders the buttons, and how the call went. */
const Sending = ({ route, call: { reply, failure, isUnderWay, stop } }: SendingProps): ReactElement => (
  <>
    <div className="buttons">
      <button type="submit" className="primary">
        {route.isAction ? 'Send to the studio' : 'Send'}
      </button>
      {isUnderWay && (
        <button type="button" onClick={stop}>
          Stop waiting
        </button>
      )}
    </div>
    {failure !== undefined && (
      <p role="alert" className="error">
        {failure}
      </p>
    )}
    {reply && <ReplyView reply={reply} />}
  </>
);

const FieldSets = ({ fields, missing, setValue }: Parameters<typeof ParameterFields>[0]): ReactElement => {
  const optional = fields.filter(({ parameter }) => parameter.required !== true);
  return (
    <>
      <ParameterFields
        fields={fields.filter(({ parameter }) => parameter.required)}
        setValue={setValue}
        missing={missing}
      />
      {optional.length > 0 && (
        <details className="optional">
          <summary>Optional parameters</summary>
          <ParameterFields fields={optional} setValue={setValue} missing={missing} />
        </details>
      )}
    </>
  );
};

/** Renders the question about a call, with the studio or the API on which it acts. */
const Question = ({ route, draft, access, onAnswer }: QuestionProps): ReactElement => (
  <ConfirmDialog
    title={route.title}
    effect={
      takesToken(access.document)
        ? `This acts on the real devices of ${access.state?.studio?.name ?? 'this studio'}, at once.`
        : 'This acts on the studio at once, for everybody who uses it.'
    }
    call={`${draft.method} ${targetOf(route, draft)}`}
    onAnswer={onAnswer}
  />
);

/** Renders the form. It asks before an action, unless the service states that its devices are simulated. */
export const RouteForm = ({ route, access }: { readonly route: Route; readonly access: ApiAccess }): ReactElement => {
  const { fields, values, setValue } = useFields(route, access);
  const [variant, setVariant] = useState<Pick<Draft, 'isPlain' | 'method'>>({
    isPlain: false,
    method: route.methods[0],
  });
  const [body, setBody] = useState(route.body ?? '');
  const [hasTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const call = useCall(route, access.token);
  const draft = { ...variant, values, body };
  const issue = bodyIssue(route, draft);
  const missing = missingIn(route, draft);
  // The service may have been restarted with other devices since the page was opened.
  const submit = async (): Promise<void> => {
    setTried(true);
    if (missing.length > 0 || issue !== undefined) return;
    if (await needsNoQuestion(route, access)) call.start(draft);
    else setAsking(true);
  };
  const answerQuestion = (isConfirmed: boolean): void => {
    setAsking(false);
    if (isConfirmed) call.start(draft);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FieldSets fields={fields} setValue={setValue} missing={hasTried ? missing : []} />
      {route.body !== undefined && <BodyField value={body} issue={hasTried ? issue : undefined} onChange={setBody} />}
      <VariantChoice route={route} value={variant} onChange={setVariant} />
      <pre tabIndex={0} aria-label="The call as a command">
        {curlOf(route, draft, access.token !== '')}
      </pre>
      <Sending route={route} call={call} />
      {isAsking && <Question route={route} draft={draft} access={access} onAnswer={answerQuestion} />}
    </form>
  );
};
