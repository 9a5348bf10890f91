/**
 * How a receiver checks that a request came from here, by language. Each computes HMAC-SHA256 over the bytes of the body and compares
 * it in constant time. `snippets.test.ts` runs them.
 */

export interface Snippet {
  readonly language: string;
  readonly code: string;
}

export const snippets: readonly Snippet[] = [
  {
    language: 'Node',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto';

/** body: the bytes as they came, before any JSON parser. signature: the header X-CMS-Signature. */
export function isSigned(body, signature, secret) {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(String(signature), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
`,
  },
  {
    language: 'Python',
    code: `import hashlib
import hmac

def is_signed(body: bytes, signature: str | None, secret: str) -> bool:
    """body: the bytes as they came. signature: the header X-CMS-Signature."""
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), (signature or "").encode())
`,
  },
  {
    language: 'PHP',
    code: `<?php
// $body: file_get_contents('php://input'). $signature: $_SERVER['HTTP_X_CMS_SIGNATURE'] ?? ''.
function is_signed(string $body, string $signature, string $secret): bool
{
    return hash_equals(hash_hmac('sha256', $body, $secret), $signature);
}
`,
  },
  {
    language: 'Go',
    code: `package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// IsSigned takes the bytes of the body as they came, and the header X-CMS-Signature.
func IsSigned(body []byte, signature, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	given, err := hex.DecodeString(signature)
	return err == nil && hmac.Equal(given, mac.Sum(nil))
}
`,
  },
];
