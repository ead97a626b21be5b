import type { CapabilityCard } from "../../../../registry/catalog/descriptor.ts";
import { card } from "../cards.ts";
import type { GradedQuery } from "./graded.ts";

/** Own writing: capabilities of a team's day, with twins that a search must tell apart. `name | summary | parameters`. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  files: [
    "read_file | Return the text of one file. | path, encoding",
    "read_many_files | Return the texts of several files at once. | paths",
    "write_file | Put text into a file, replacing what it held. | path, content",
    "edit_file | Replace passages of a file by others. | path, old_text, new_text",
    "move_file | Give a file or folder another name or place. | from, to",
    "delete_file | Remove a file for good. | path",
    "create_directory | Make a folder, with its parents. | path",
    "list_directory | Names and sizes of what is in a folder. | path",
    "search_files | Find files whose name matches a pattern. | pattern, exclude",
    "grep_files | Find lines inside files by a regular expression. | expression, glob",
  ],
  code: [
    "create_issue | Open an issue in a repository. | repository, title, body, labels",
    "update_issue | Change title, text, state or labels of an issue. | number, state",
    "search_issues | Find issues and their discussions by words. | query, state",
    "add_issue_comment | Write a comment under an issue. | number, body",
    "create_pull_request | Propose the changes of a branch for merging. | head, base, title",
    "merge_pull_request | Merge a pull request into its base branch. | number, method",
    "list_pull_requests | Pull requests of a repository, newest first. | state",
    "create_pull_request_review | Approve, or ask for changes in, a pull request. | number, verdict",
    "create_branch | Start a branch from another one. | name, from",
    "list_commits | History of commits on a branch. | branch, since",
    "get_workflow_run_logs | Log output of one run of the build pipeline. | run_id",
    "rerun_failed_jobs | Start the failed jobs of a pipeline run once more. | run_id",
  ],
  chat: [
    "post_message | Say something in a channel. | channel, text",
    "reply_to_thread | Answer below a message in its thread. | channel, thread, text",
    "add_reaction | Put an emoji on a message. | channel, message, emoji",
    "list_channels | Channels of the workspace. | limit",
    "get_channel_history | The latest messages of a channel. | channel, limit",
    "get_user_profile | Name, title and time zone of a member. | user",
  ],
  calendar: [
    "create_event | Put an appointment into the calendar and invite people. | title, start, end, attendees",
    "update_event | Shift or change an appointment. | event_id, start, end",
    "delete_event | Take an appointment out of the calendar. | event_id",
    "list_events | Appointments between two times. | from, to",
    "find_free_time | Gaps that suit all the given people. | attendees, minutes",
  ],
  mail: [
    "send_email | Send a mail to one or more recipients. | to, subject, body",
    "draft_email | Write a mail and keep it unsent. | to, subject, body",
    "search_email | Find mails by sender, words or date. | query",
    "download_attachment | Save a file that came with a mail. | message_id, folder",
  ],
  data: [
    "run_query | Execute a read-only SQL statement. | sql",
    "describe_table | Columns, types and keys of a table. | table",
    "list_tables | Tables of the database. | schema",
    "export_csv | Write the rows of a query to a CSV file. | sql, path",
    "create_backup | Store a copy of the whole database. | destination",
    "restore_backup | Bring the database back from a copy. | source",
  ],
  web: [
    "fetch_page | Download a web page as Markdown. | url",
    "web_search | Search the internet. | query, count",
    "take_screenshot | Picture of the page as the browser shows it. | selector, width",
    "click_element | Press a button or link on the page. | selector",
    "fill_form | Type values into the fields of a form. | fields",
  ],
  ops: [
    "deploy_service | Roll a version of a service out to an environment. | service, version, environment",
    "rollback_service | Return a service to the version before. | service",
    "restart_service | Stop a service and start it again. | service",
    "scale_service | Set how many copies of a service run. | service, replicas",
    "get_service_logs | Recent log lines of a service. | service, since",
    "get_metrics | Time series of CPU, memory and latency. | service, metric",
    "list_alerts | Alarms that are firing now. | severity",
    "rotate_secret | Replace a credential by a fresh one. | name",
  ],
  office: [
    "translate_text | Put a text into another language. | text, target_language",
    "summarize_document | Give the main points of a long document. | path, length",
    "convert_currency | Amount of money in another currency. | amount, from, to",
    "get_weather | Forecast for a place. | city, days",
    "parse_pdf | PDF文書を解析して本文と表を取り出す。 | path",
    "search_minutes | 過去の会議の議事録を全文から検索する。 | 語句, 期間",
    "book_room | 会議室を予約する。 | 部屋, 開始, 終了",
    "submit_expense | 経費精算の申請を提出する。 | 金額, 領収書",
    "translate_manual | 製品の取扱説明書を日本語に翻訳する。 | path",
  ],
};

const SKILLS: readonly string[] = [
  "code-review | Review a change for faults before it is merged.",
  "release-notes | Write the notes of a release from its commits.",
  "test-fix | Find out why tests fail and mend them.",
  "incident-report | Write the report after an outage: what happened, why, what is done about it.",
  "frontend-component | Build a React component with its styles and tests.",
];

export const GRADED_CARDS: readonly CapabilityCard[] = [
  ...Object.entries(TOOLS).flatMap(([server, lines]) => lines.map((line) => cardOf(`mcp__${server}__`, line))),
  ...SKILLS.map((line) => cardOf("skill__", line)),
];

function cardOf(prefix: string, line: string): CapabilityCard {
  const [name = "", summary = "", parameters = ""] = line.split(" | ");
  const searched = parameters === "" ? {} : { searched: { parameters: parameters.split(", ").map((one) => ({ name: one })) } };
  const source =
    prefix === "skill__"
      ? ({ type: "project", name: "project" } as const)
      : ({ type: "mcp", name: prefix.split("__")[1] as string } as const);
  return card(`${prefix}${name}`, { title: name, summary, source, ...searched });
}

/** Requests in own words, written before any of them was tried. */
export const OTHER_GRADED: readonly GradedQuery[] = [
  ["plain", "create issue", ["mcp__code__create_issue"]],
  ["plain", "list the tables of the database", ["mcp__data__list_tables"]],
  ["plain", "translate a text", ["mcp__office__translate_text"]],
  ["plain", "weather forecast", ["mcp__office__get_weather"]],
  ["plain", "add reaction", ["mcp__chat__add_reaction"]],
  ["plain", "sql query", ["mcp__data__run_query"]],
  ["plain", "review of a change", ["skill__code-review"]],
  ["plain", "getUserProfile", ["mcp__chat__get_user_profile"]],
  ["plain", "screenshot of the page", ["mcp__web__take_screenshot"]],
  ["plain", "release notes", ["skill__release-notes"]],
  ["plain", "which alerts are firing", ["mcp__ops__list_alerts"]],
  ["plain", "regular expression in files", ["mcp__files__grep_files"]],
  ["twin", "read one file", ["mcp__files__read_file"], "mcp__files__read_many_files"],
  ["twin", "read several files at once", ["mcp__files__read_many_files"], "mcp__files__read_file"],
  ["twin", "write a file from scratch", ["mcp__files__write_file"], "mcp__files__edit_file"],
  ["twin", "edit a passage of a file", ["mcp__files__edit_file"], "mcp__files__write_file"],
  ["twin", "find files by name pattern", ["mcp__files__search_files"], "mcp__files__grep_files"],
  ["twin", "find lines inside files", ["mcp__files__grep_files"], "mcp__files__search_files"],
  ["twin", "close an issue by changing its state", ["mcp__code__update_issue"], "mcp__code__create_issue"],
  ["twin", "comment on an issue", ["mcp__code__add_issue_comment"], "mcp__code__update_issue"],
  ["twin", "approve a pull request", ["mcp__code__create_pull_request_review"], "mcp__code__create_pull_request"],
  ["twin", "merge the pull request", ["mcp__code__merge_pull_request"], "mcp__code__create_pull_request"],
  ["twin", "answer in the thread", ["mcp__chat__reply_to_thread"], "mcp__chat__post_message"],
  ["twin", "keep the mail unsent as a draft", ["mcp__mail__draft_email"], "mcp__mail__send_email"],
  ["twin", "bring the database back from a backup", ["mcp__data__restore_backup"], "mcp__data__create_backup"],
  ["twin", "return the service to the version before", ["mcp__ops__rollback_service"], "mcp__ops__deploy_service"],
  ["twin", "logs of a pipeline run", ["mcp__code__get_workflow_run_logs"], "mcp__ops__get_service_logs"],
  ["twin", "log lines of the service", ["mcp__ops__get_service_logs"], "mcp__code__get_workflow_run_logs"],
  ["synonym", "retrieve the content of a file", ["mcp__files__read_file"]],
  ["synonym", "erase a file", ["mcp__files__delete_file"]],
  ["synonym", "new folder", ["mcp__files__create_directory"]],
  ["synonym", "rename a file", ["mcp__files__move_file"]],
  ["synonym", "report a bug", ["mcp__code__create_issue"]],
  ["synonym", "schedule a meeting", ["mcp__calendar__create_event"]],
  ["synonym", "reschedule an appointment", ["mcp__calendar__update_event"]],
  ["synonym", "cancel the appointment", ["mcp__calendar__delete_event"]],
  ["synonym", "look up an e-mail", ["mcp__mail__search_email"]],
  ["synonym", "send a chat message to the team", ["mcp__chat__post_message"]],
  ["synonym", "google something", ["mcp__web__web_search"]],
  ["synonym", "exchange rate of euro and yen", ["mcp__office__convert_currency"]],
  ["synonym", "fix broken tests", ["skill__test-fix"]],
  ["synonym", "postmortem of the outage", ["skill__incident-report"]],
  ["synonym", "change a password", ["mcp__ops__rotate_secret"]],
  ["synonym", "retry failed CI jobs", ["mcp__code__rerun_failed_jobs"]],
  ["typo", "serach files", ["mcp__files__search_files"]],
  ["typo", "creat pull reqest", ["mcp__code__create_pull_request"]],
  ["typo", "transalte text", ["mcp__office__translate_text"]],
  ["typo", "wheather in Kyoto", ["mcp__office__get_weather"]],
  ["typo", "screnshot", ["mcp__web__take_screenshot"]],
  ["typo", "currancy conversion", ["mcp__office__convert_currency"]],
  ["typo", "list chanels", ["mcp__chat__list_channels"]],
  ["typo", "roll back servce", ["mcp__ops__rollback_service"]],
  ["typo", "atachment of a mail", ["mcp__mail__download_attachment"]],
  ["typo", "summarise docuemnt", ["mcp__office__summarize_document"]],
  ["japanese", "議事録", ["mcp__office__search_minutes"]],
  ["japanese", "議事録を探したい", ["mcp__office__search_minutes"]],
  ["japanese", "検索", ["mcp__office__search_minutes"]],
  ["japanese", "PDF解析", ["mcp__office__parse_pdf"]],
  ["japanese", "ＰＤＦから表を取り出す", ["mcp__office__parse_pdf"]],
  ["japanese", "会議室の予約", ["mcp__office__book_room"], "mcp__office__search_minutes"],
  ["japanese", "経費を申請する", ["mcp__office__submit_expense"]],
  ["japanese", "説明書の翻訳", ["mcp__office__translate_manual"], "mcp__office__translate_text"],
  ["japanese", "翻訳", ["mcp__office__translate_manual"]],
  ["japanese", "天気", ["mcp__office__get_weather"]],
  ["japanese", "ファイルを削除", ["mcp__files__delete_file"]],
  ["japanese", "メールを送信", ["mcp__mail__send_email"]],
];
