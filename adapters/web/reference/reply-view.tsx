// The answer of a call, and the answers that the document describes.
import type { ReactElement } from 'react';
import type { Reply } from './call.js';
import { Inline } from './prose.js';
import type { Answer } from './routes.js';

/** Renders an answer of the service. */
export const ReplyView = ({ reply }: { readonly reply: Reply }): ReactElement => (
  <section className="reply" aria-label="Answer">
    <p role="status">
      <strong className={reply.status < 400 ? 'good' : 'bad'}>
        {reply.status} {reply.statusText}
      </strong>{' '}
      <span className="hint">after {reply.tookMs} ms</span>
    </p>
    <pre tabIndex={0} aria-label="Body of the answer">
      {reply.body === '' ? '(empty)' : reply.body}
    </pre>
  </section>
);

/** Renders the answers that the document describes. */
export const AnswerList = ({ answers }: { readonly answers: readonly Answer[] }): ReactElement => (
  <details className="answers">
    <summary>Possible answers</summary>
    <dl>
      {answers.map(({ status, description, example }) => (
        <div key={status}>
          <dt>{status}</dt>
          <dd>
            <p>
              <Inline text={description} />
            </p>
            {example !== undefined && (
              <pre tabIndex={0} aria-label={`Example of ${status}`}>
                {example}
              </pre>
            )}
          </dd>
        </div>
      ))}
    </dl>
  </details>
);
