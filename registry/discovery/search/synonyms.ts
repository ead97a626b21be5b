import { stem } from "../../text/stem.ts";
import { bigrams } from "../../text/words.ts";

/**
 * Words that people use for one another when they ask for something to be done:
 * everyday English verbs and nouns of computers, offices and the web, and the
 * commonest Japanese ones. A group is symmetric; a word may stand in several.
 * Own writing, from what the words mean, and not made for any set of queries.
 */
const GROUPS: readonly string[] = [
  // to look
  "get fetch retrieve obtain read load access receive 取得 読",
  "show display view present print see 表示 見",
  "find search lookup look query locate seek discover hunt 検索 探 調",
  "list enumerate overview index browse 一覧",
  "check verify validate inspect examine test assert confirm 確認 検証",
  "analyze analyse investigate diagnose inspect evaluate 分析 解析",
  "compare diff difference differ versus change 比較 差分",
  "explain describe clarify detail 説明",
  "count number amount total quantity 件数",
  "watch monitor observe follow track subscribe 監視",
  // to make and change
  "create make add new generate build open start schedule book 作成 追加 生成 作",
  "write save store put record 書 保存",
  "update change modify edit alter revise adjust set 更新 変更 編集 直",
  "replace overwrite substitute swap change 置換",
  "rename move relocate transfer shift 移動",
  "reschedule postpone shift move update 延期",
  "copy duplicate clone fork コピー 複製",
  "delete remove erase drop clear discard destroy forget unset 削除 消",
  "cancel abort delete stop revoke withdraw 取消 中止",
  "undo revert restore reset rollback back 元に戻",
  "fix repair mend correct solve resolve 修正 修復",
  "merge combine join unite integrate 統合",
  "split divide separate 分割",
  "sort order rank 並べ替",
  "rotate renew refresh replace 更新",
  // to run
  "run execute launch invoke perform trigger rerun 実行 起動",
  "start begin launch open 開始",
  "stop end terminate kill quit close shutdown halt 停止 終了",
  "restart reboot retry rerun 再起動",
  "enable activate switch turn toggle 有効",
  "disable deactivate switch turn toggle 無効",
  "play listen 再生",
  "deploy release publish ship rollout デプロイ 公開",
  "install setup add インストール",
  "wait pause sleep delay 待",
  "mock fake simulate pretend stub",
  "hide mask conceal",
  "lock block protect",
  "schedule cron plan timer",
  "calculate compute estimate 計算",
  "convert transform change 変換",
  "translate translation interpret 翻訳",
  "summarize summarise summary digest 要約",
  // to tell
  "send post deliver submit share 送信 投稿 送",
  "request call",
  "tell say notify inform announce message send write post",
  "answer reply respond 返信 回答",
  "ask request invite",
  "comment remark note コメント",
  "react reaction emoji like",
  "approve accept allow review 承認",
  "reject decline refuse deny 却下",
  "upload import attach put アップロード",
  "download save export ダウンロード",
  // to use a page
  "open visit navigate go goto 開",
  "click press tap push クリック",
  "type enter input fill 入力",
  "choose select pick 選択",
  "screenshot picture image capture snapshot",
  "picture image photo photograph 画像 写真",
  "website site page webpage url web ページ",
  "link url address リンク",
  "form field 欄",
  "browser tab window",
  // to trade
  "book reserve reservation booking schedule 予約",
  "buy purchase order 購入 注文",
  "pay payment charge 支払",
  "refund reimburse repay 返金",
  "invoice bill receipt 請求書",
  "price cost fee rate money 価格 費用",
  "customer client buyer 顧客",
  // things
  "file document 文書 ファイル",
  "document documentation manual guide doc docs 文書",
  "document article paper text page 記事",
  "folder directory フォルダ ディレクトリ",
  "text content string body 本文",
  "line row 行",
  "table relation 表",
  "column field attribute 列",
  "database db sql table データベース",
  "repository repo codebase リポジトリ",
  "branch ブランチ",
  "commit revision change コミット",
  "bug issue ticket problem defect error 課題 不具合",
  "task todo ticket item タスク",
  "error exception failure fault crash fail エラー",
  "log logs history record trace ログ 履歴",
  "alert alarm warning 警告",
  "server host machine サーバー",
  "container pod docker コンテナ",
  "job task run workflow pipeline build",
  "metric statistic measure usage",
  "memory ram",
  "network connection internet",
  "disk storage drive space volume",
  "config configuration setting option preference 設定",
  "password credential secret key token パスワード",
  "login signin authenticate authentication ログイン",
  "security vulnerability vulnerable advisory exploit 脆弱性",
  "dependency package library module 依存",
  "size large big length bytes サイズ",
  "label tag category ラベル",
  "version release バージョン",
  "status state condition progress 状態",
  "permission access right 権限",
  "person user member people account human 人 ユーザー",
  "team group people チーム",
  "owner author creator assignee",
  "member collaborator participant attendee",
  "name title 名前",
  "color colour",
  "space room area",
  "picture avatar icon logo",
  "profile bio info プロフィール",
  "mail email message メール",
  "chat slack channel conversation message チャット",
  "thread conversation discussion スレッド",
  "inbox mailbox folder",
  "meeting appointment event call standup session calendar 会議 予定",
  "calendar agenda カレンダー",
  "free available busy gap 空き",
  "time hour clock date 時間 時刻",
  "date day 日付",
  "place location city address where 場所",
  "route direction drive way travel trip 経路",
  "map geography 地図",
  "restaurant shop business store local 店",
  "weather forecast temperature climate 天気",
  "news headline article ニュース",
  "car vehicle automobile 車",
  "film movie video 映画 動画",
  "song music track audio 音楽",
  "house home property apartment 家",
  "work job employment career 仕事",
  "school student education 学校",
  "illness disease sickness condition 病気",
  "medicine drug medication 薬",
  "doctor physician hospital 医者",
  "food meal dish recipe 食べ物",
  "exercise workout training fitness 運動",
  "flight plane airline 飛行機",
  "hotel accommodation lodging room ホテル",
  "phone call telephone dial 電話",
  "reminder alarm notification notify remind 通知",
  "company business firm organization organisation 会社",
  "country nation state 国",
  "knowledge fact memory memorize remember graph 記憶",
  "report summary 報告",
  "chart graph plot diagram グラフ",
  "spreadsheet sheet excel workbook",
  "slide presentation deck",
  "contact address phonebook 連絡先",
  "subscription plan membership",
  "stock inventory 在庫",
  "light lamp bulb",
  "temperature thermostat heating",
  "minutes notes 議事録",
  "expense spending cost 経費",
];

/** Short forms, and what they stand for; all words of the long form are meant. One way only. */
const SHORT: Readonly<Record<string, string>> = {
  pr: "pull request",
  prs: "pull request",
  ci: "workflow job build",
  dm: "direct message",
  js: "javascript",
  ts: "typescript",
  dir: "directory",
  msg: "message",
  doc: "document",
  docs: "document",
  env: "environment",
  img: "image",
  pic: "picture",
  info: "information",
  auth: "authentication",
  k8s: "kubernetes",
  tz: "timezone",
  google: "web search",
  postmortem: "incident report",
};

const CJK = /^[^\0-\u2fff]+$/;

/** A word as its terms: an English one is one, a Japanese one its bigrams. */
type Meaning = readonly string[];

/** Stemmed groups, and for each word those that it stands in. */
const STEMMED = GROUPS.map((group) => [...new Set(group.split(" ").map(stem))]);
const GROUPS_OF = new Map<string, string[][]>();
/** The Japanese words, which a run of text without spaces may hold anywhere. */
const WITHIN = new Set<string>();
for (const words of STEMMED) {
  for (const word of words) {
    const known = GROUPS_OF.get(word);
    if (known === undefined) GROUPS_OF.set(word, [words]);
    else known.push(words);
    if (CJK.test(word)) WITHIN.add(word);
  }
}

const LONG: ReadonlyMap<string, Meaning> = new Map(Object.entries(SHORT).map(([short, long]) => [stem(short), long.split(" ").map(stem)]));

function meaning(word: string): Meaning {
  return CJK.test(word) ? bigrams(word) : [word];
}

/** What is often meant by a term: each entry the terms of one word. */
export function synonymsOf(term: string): readonly Meaning[] {
  const groups = GROUPS_OF.get(term) ?? [];
  return [...new Set(groups.flat())].filter((word) => word !== term).map(meaning);
}

/** The Japanese words of the table that stand in a run. */
export function wordsWithin(run: string): readonly string[] {
  return [...WITHIN].filter((word) => run.includes(word));
}

/** The terms that a short form stands for; none if it is not one. */
export function longForm(term: string): Meaning {
  return LONG.get(term) ?? [];
}
