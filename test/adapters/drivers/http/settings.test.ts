// Header fields of HTTP connections: what HTTP can't carry is refused with the studio file, not when it is sent.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { requestTemplate } from '../../../../adapters/drivers/http/request-template.js';
import { HttpSettings } from '../../../../adapters/drivers/http/settings.js';

const isAccepted = (value: string): boolean =>
  E.isRight(HttpSettings.decode({ host: '127.0.0.1', headers: { 'X-Room': value } }));

const isAcceptedType = (contentType: string): boolean =>
  E.isRight(requestTemplate([]).decode({ path: '/', text: 'a', contentType }));

describe('the value of a header field', () => {
  it.each(['', 'Studio 1', 'a="b"; c'])('is printable ASCII: %j', (value) => {
    expect(isAccepted(value)).toBe(true);
  });

  it.each(['Büro', 'č', '🎥', 'a\r\nX-Other: b', '\u0000'])('is refused if it is something else: %j', (value) => {
    expect(isAccepted(value)).toBe(false);
  });
});

describe('the name of a header field', () => {
  it('is none that HTTP itself needs: a request with the field Trailer could not be sent', () => {
    const namesAccepted = ['X-Room', 'Trailer', 'trailer', 'Content-Length', 'Host'].filter((name) =>
      E.isRight(HttpSettings.decode({ host: '127.0.0.1', headers: { [name]: 'a' } })),
    );
    expect(namesAccepted).toEqual(['X-Room']);
  });
});

describe('the content type of a request', () => {
  it('is printable ASCII', () => {
    expect(isAcceptedType('text/xml; charset=utf-8')).toBe(true);
    expect(['text/č', 'text/🎥', 'a\r\nX-Other: b'].map(isAcceptedType)).toEqual([false, false, false]);
  });
});

describe('a user name', () => {
  it('has no colon, after which the password begins', () => {
    const accepted = ['studio', 'studio:one'].filter((username) =>
      E.isRight(HttpSettings.decode({ host: '127.0.0.1', username, passwordFile: '/etc/password' })),
    );
    expect(accepted).toEqual(['studio']);
  });
});
