import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactEvent, redactKnown, redactValue } from "../../../registry/session/redact.ts";
import { redactText } from "../../../registry/session/redact-text.ts";
import { hasDigits, namesSecret, secretValues } from "../../../registry/session/secret-name.ts";

const MARK = "Fake-Marker_9x7.Q";

describe("a name that names a secret", () => {
  test.each(
    "token password PGPASSWORD db_password svc.token authToken access-token GITHUB_TOKEN AWS_SECRET_ACCESS_KEY x-api-key apikey apiKey client_secret clientSecret Authorization proxy-authorization set-cookie Cookie privateKey PRIVATE_KEY signing_key credentials secrets TOKEN_PROD refreshToken id_token passphrase basicAuth pwd otp pin jwt connectionString AccountKey パスワード データベースのパスワード".split(
      " ",
    ),
  )("%s", (name) => expect(namesSecret(name)).toBe(true));

  test.each(
    "tokenizer secretary author keyboard key id digest compass bypass spinner monkey hockey token_url tokenPath password_file maxTokenCount token_limit secretName path query goal cwd input name".split(
      " ",
    ),
  )("not %s", (name) => expect(namesSecret(name)).toBe(false));

  test("numbers under one are counts, unless a secret of this kind is written in digits", () => {
    expect(["turnTokens", "tokens", "auth"].map(hasDigits)).toEqual([false, false, false]);
    expect(["token", "pin", "otp", "password"].map(hasDigits)).toEqual([true, true, true, true]);
  });
});

describe("a text (case h7)", () => {
  test.each([
    `svc.token=${MARK}`,
    `--token ${MARK}`,
    `--token=${MARK}`,
    `deploy --api-key '${MARK} with blanks' --region x`,
    `password: ${MARK}`,
    `password := "${MARK} a, b"`,
    `{"token":"${MARK}"}`,
    `failed: {"headers":{"authorization":"Bearer ${MARK}"},"n":1} at line 3`,
    JSON.stringify(JSON.stringify({ a: { password: `x "${MARK}" y` } })),
    JSON.stringify({ error: JSON.stringify({ inner: JSON.stringify({ token: MARK }) }) }),
    `{"credentials":{"user":"me","value":"${MARK}"},"rest":1}`,
    `{ token: '${MARK}', other: 1 }`,
    `config['token'] = "${MARK}"`,
    `Authorization: Bearer ${MARK}`,
    `curl -H "Authorization: Token ${MARK}" https://example.org`,
    `Cookie: a=b; session=${MARK}`,
    `sent bearer ${MARK}`,
    `Basic ${Buffer.from(`me:${MARK}`).toString("base64")}`,
    `https://me:${MARK}@example.org/x`,
    `https://${MARK}@example.org/x`,
    `postgres://me:${MARK}@db:5432/x`,
    `GET https://example.org/x?a=1&access_token=${MARK}&b=2`,
    `https://example.org/x?key=${MARK}`,
    `https://example.org/x?X-Amz-Signature=${MARK}`,
    `https://example.org/cb#access_token=${MARK}`,
    `url=https://example.org/?token=${MARK}`,
    `export GITHUB_TOKEN=${MARK}`,
    `curl -u me:${MARK} https://example.org`,
    `-----BEGIN RSA PRIVATE KEY-----\n${MARK}\n-----END RSA PRIVATE KEY-----`,
    `-----BEGIN OPENSSH PRIVATE KEY-----\\n${MARK}\\n`,
    `token = ${MARK}`,
    `token => "${MARK}"`,
    `{"password":"cut off ${MARK}`,
  ])("%s", (text) => {
    const left = redactText(text);
    expect(left).not.toContain(MARK);
    expect(left).not.toContain(Buffer.from(`me:${MARK}`).toString("base64"));
    expect(left).toContain("[redacted]");
    expect(redactText(left)).toBe(left);
  });

  test.each([
    `AKIA${"ABCDEFGHIJKLMNOP"}`,
    `ghp_${"a1B2".repeat(9)}`,
    `github_pat_${"a1B2".repeat(9)}`,
    `glpat-${"a1B2".repeat(5)}`,
    `xoxb-${"1234567890"}-abcdef`,
    `sk-ant-api03-${"a1B2".repeat(9)}`,
    `sk_live_${"a1B2".repeat(5)}`,
    `AIza${"a1B2".repeat(9)}`,
    `npm_${"a1B2".repeat(9)}`,
    `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${"sig_".repeat(8)}`,
    `hooks.slack.com/services/T000/B000/${"x".repeat(24)}`,
  ])("a secret that shows by its form: %s", (secret) => {
    expect(redactText(`see ${secret}, please`)).toBe("see [redacted], please");
  });

  test.each([
    "why do this project's tests fail, fix it",
    "count tokens: 1500 of 2000, max_tokens=4096",
    "a bearer token is needed",
    "basic information",
    "git@github.com:me/x.git and ssh://git@github.com/me/x",
    "http://localhost:8080/a?b=c&page=2",
    "password: null, secret: true",
    "key: value",
    "the design's section 4.12: log, replay",
    '{"id":"local__token-rotate","code":"not_found"}',
    "",
  ])("is left alone where there is none: %s", (text) => expect(redactText(text)).toBe(text));

  test("values of the environment are taken out wherever they stand, in any spelling", () => {
    const secret = 'p"a ss/é1';
    const values = secretValues({ DB_PASSWORD: secret, PATH: "/usr/bin", SHORT_TOKEN: "abc", APP_SECRET: `${secret}2` });
    expect(values).toEqual([`${secret}2`, secret]);
    const text = [secret, `${secret}2`, JSON.stringify(secret), encodeURIComponent(secret), Buffer.from(secret).toString("base64")].join(
      " | ",
    );
    const left = redactText(text, values);
    expect(left).toBe('[redacted] | [redacted] | "[redacted]" | [redacted] | [redacted]');
    expect(redactText("[redacted]", ["redacted"])).toBe("[redacted]");
  });

  test("whatever it is, doing it twice changes nothing more", () => {
    const word = fc.constantFrom(
      "token",
      "--token",
      "=",
      ":",
      " ",
      '"',
      "\\",
      '\\"',
      "{",
      "}",
      "[",
      "]",
      MARK,
      "Authorization",
      "https://",
      "@",
      "?",
      "&",
      "key",
      ",",
      "[redacted]",
      "-u",
      "a:b",
      "\n",
      "Bearer",
      "'",
      "x",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 14 }), (words) => {
        const once = redactText(words.join(""));
        expect(redactText(once)).toBe(once);
      }),
      { numRuns: 5_000 },
    );
  });

  test("of a megabyte without a seam is still gone through", () => {
    for (const unit of ["a", "a.", "a-", "a:", '"', "\\", "token ", "x=", "https://", "{", "-"]) {
      const text = unit.repeat(Math.floor(200_000 / unit.length));
      expect(redactText(text).length).toBeGreaterThan(0);
    }
  });
});

describe("a value", () => {
  test("loses what stands under a secret's name, however deep, and keeps counts", () => {
    const value = {
      request: { headers: { Authorization: `Bearer ${MARK}`, "X-Api-Key": MARK, Accept: "text/html" } },
      credentials: { user: "me", value: MARK },
      list: [{ token: MARK }, { name: "password", value: MARK }],
      tokens: { index: 1, full: 2 },
      max_tokens: 4096,
      pin: 123456,
      secret: null,
      password: false,
      token: "",
    };
    const left = redactValue(value);
    expect(JSON.stringify(left)).not.toContain(MARK);
    expect(left).toMatchObject({
      request: { headers: { Accept: "text/html" } },
      max_tokens: 4096,
      pin: "[redacted]",
      secret: null,
      password: false,
      token: "",
    });
  });

  test("loses what stands behind an option or a header's name in a list of words", () => {
    const words = ["deploy", "--token", MARK, "-u", `me:${MARK}`, "--region", "x", `svc.token=${MARK}`, "authorization", MARK];
    expect(redactValue(words)).toEqual([
      "deploy",
      "--token",
      "[redacted]",
      "-u",
      "[redacted]",
      "--region",
      "x",
      "svc.token=[redacted]",
      "authorization",
      "[redacted]",
    ]);
    expect(
      redactValue([
        ["x-api-key", MARK],
        ["accept", "y"],
      ]),
    ).toEqual([
      ["x-api-key", "[redacted]"],
      ["accept", "y"],
    ]);
  });

  test("keeps lists of paths and of words that only speak of secrets", () => {
    const paths = ["src/token", "src/password/index.ts", "a b"];
    expect(redactValue({ paths, keywords: ["token", "password", "cdk"] })).toEqual({ paths, keywords: ["token", "password", "cdk"] });
  });

  test("loses secrets in its keys, keeps a key __proto__, and ends at any depth", () => {
    expect(redactValue({ [`https://me:${MARK}@example.org`]: 1 })).toEqual({ "https://[redacted]@example.org": 1 });
    expect(JSON.stringify(redactValue(JSON.parse('{"__proto__":{"token":"abc"}}')))).toBe('{"__proto__":{"token":"[redacted]"}}');
    let deep: unknown = MARK;
    for (let depth = 0; depth < 5_000; depth++) deep = { deep };
    expect(JSON.stringify(redactValue({ deep }))).not.toContain(MARK);
  });

  test("of any JSON stays JSON, and twice is once", () => {
    const key = fc.oneof(fc.string(), fc.constantFrom("token", "id", "value", "name", "headers"));
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { depthSize: "small" },
        fc.string(),
        fc.integer(),
        fc.constant(null),
        fc.array(tie("json"), { maxLength: 4 }),
        fc.dictionary(key, tie("json"), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(json, (value) => {
        const once = redactValue(value);
        expect(JSON.parse(JSON.stringify(once))).toEqual(once);
        expect(JSON.stringify(redactValue(once))).toBe(JSON.stringify(once));
      }),
      { numRuns: 500 },
    );
  });
});

test("an event keeps what the kit itself fills: ids, digests, settings", () => {
  const event = {
    type: "turn.start",
    turnId: "t1",
    input: { userGoal: `use token=${MARK}` },
    settings: { rules: { deny: ["local__x(token:abc)"], ask: [], allow: [] }, pinned: [], turnTokens: 1500, channel: "cli" },
    catalog: "a".repeat(64),
    definitions: { "local__token-rotate": "b".repeat(64) },
    visible: ["local__token-rotate"],
  };
  expect(redactEvent(event)).toEqual({ ...event, input: { userGoal: "use token=[redacted]" } });
});

test("what must stay the same to a model loses only what is a secret for certain", () => {
  const schema = { properties: { token: { type: "string", description: "As in token=abc." } }, digest: "c0ffee".repeat(8) };
  expect(redactKnown(schema)).toBe(schema);
  expect(redactKnown(schema, ["c0ffee"])).toEqual(schema);
  const leaky = { description: `use ghp_${"a1B2".repeat(9)}`, id: "x" };
  expect(redactKnown(leaky)).toEqual({ description: "use [redacted]", id: "x" });
});
